-- The language somebody came with: that of the page they registered on. Mails are in it until they choose one.
alter table users add column came_language text;
alter table users add column mail_language text
  generated always as (coalesce(settings->>'uiLang', came_language)) stored;
