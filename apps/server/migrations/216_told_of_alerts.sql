-- What the author of an alert heard, apart from how it stands: a quiet time parts the two.
alter table dashboard_alerts
  -- Since when it fired, as far as its author was told; null where they last heard that all is well.
  -- Of rows nobody hears that they are over, so there it says nothing.
  add told_since timestamptz,
  -- Keys of rows that appeared while nobody wanted to hear of it.
  add untold_rows jsonb;

update dashboard_alerts set told_since = since where state = 'firing' and not is_untold;

-- From here on an end that is kept is one whose news is still to be told.
update dashboard_alerts set snoozed_until = null where snoozed_until <= now() and not is_untold;

alter table dashboard_alerts drop column is_untold;
