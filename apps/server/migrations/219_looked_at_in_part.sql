-- Why a table was looked at in part: 'time', 'size' or 'columns'; null: all of it was.
alter table scanned_tables add column partly text;
