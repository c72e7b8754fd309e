-- All rows that match a filter can be changed at once, which history tells apart from edits by hand.
alter table change_sets drop constraint change_sets_kind_check;
alter table change_sets add constraint change_sets_kind_check
  check (kind in ('row', 'draft', 'matching', 'import', 'replace', 'sql', 'revert'));
