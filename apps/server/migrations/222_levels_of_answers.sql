-- How much of the data an answer was made with, about which connector, and what that connector kept from
-- models then (a fingerprint; null where it kept nothing, or the built-in assistant answered, which is kept
-- from nothing). A later model is told the words of an answer only where it could have read as much itself.
-- The connector may be gone: what it kept is then unknown.
alter table assistant_messages
  add column level text,
  add column connector_id uuid,
  add column kept text;

-- Answers from before count as made with everything. What the built-in assistant read for them was not
-- noted as read.
update assistant_threads thread set sources = array_append(thread.sources, 'rows')
where not 'rows' = any(thread.sources) and exists (
  select from assistant_messages message where message.thread_id = thread.id
    and message.role = 'assistant' and message.model = 'built-in'
    and message.parts @? '$[*] ? (@.type == "step" && exists (@.rows.rows[0]))');
