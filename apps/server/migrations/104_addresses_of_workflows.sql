-- What was told of workflows led to addresses that no page has.
update inbox set link = '/automations' || link where link like '/workflows/%';
update inbox set link = regexp_replace(link, '^/history\?projectId=([0-9a-f-]+)&run=([0-9a-f-]+)$',
  '/automations/history/\2?projectId=\1')
where link like '/history?%';
