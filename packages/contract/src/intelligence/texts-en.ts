import type { AllCheckTexts } from './texts.ts';

export const en: AllCheckTexts = {
  gaps: {
    name: 'Gaps',
    title: '{table}.{columns} is empty in {count:row:rows} ({share%})',
    why: 'The column is filled almost everywhere else, so these rows are likely missing something: {cause}',
    fix: 'Let no new row come in without it',
  },
  constant: {
    name: 'Constant',
    title: '{table}.{columns} has the same value in all {count:row:rows}',
    why: 'A column that never differs says nothing. It may be left over.',
  },
  duplicates: {
    name: 'Duplicates',
    title: '{table}.{columns} has {groups:value:values} more than once',
    why: 'Of {count} rows nearly every one has a value of its own, apart from letter case and spaces at the ends. These {rows} share theirs.',
  },
  'double-rows': {
    name: 'Rows twice',
    title: '{count:row:rows} of {table} are there twice',
    why: 'They agree in every column, and the table has no key that would tell them apart. Sums over it count them twice.',
    fix: 'Keep one of each',
  },
  outlier: {
    name: 'Outlier',
    title: '{table}.{columns}: {value} is {times} times the next value',
    why: 'Everything else lies far below or above it. One such value carries averages and sums away.',
  },
  'time-travel': {
    name: 'Impossible time',
    title: '{count:row:rows} of {table} with an impossible time in {columns}',
    why: 'The column records what has happened, but reaches from {min} to {max}.',
  },
  'time-order': {
    name: 'Order of times',
    title: '{count:row:rows} of {table}: {second} comes before {first}',
    why: 'In all other rows it is the other way round. Durations made of the two are negative here.',
    fix: 'Let no new row come in that way',
  },
  sign: {
    name: 'Negative values',
    title: '{count} negative values in {table}.{columns}',
    why: 'All other {total} values are zero or above.',
  },
  'mixed-forms': {
    name: 'Mixed forms',
    title: '{table}.{columns} is written in several forms: {count:row:rows} differ',
    why: 'Most are written like {form}. Grouping and joining treat the others as something else.',
  },
  spelling: {
    name: 'Spellings',
    title: '{table}.{columns} has {groups:value:values} in several spellings',
    why: 'They differ in letter case or in spaces only: {examples}. {count} rows have a rarer spelling.',
    fix: 'Write them as most rows do',
  },
  letters: {
    name: 'Broken letters',
    title: '{count:value:values} of {table}.{columns} have broken or hidden letters',
    why: 'For example {example}. Text was read in the wrong encoding, or copied with characters nobody sees; searching misses it.',
  },
  'lost-references': {
    name: 'Lost references',
    title: '{count:row:rows} of {table} with a reference to a row of {parent} that is not there',
    why: '{columns} refers to rows of {parent} in {share%} of all cases, but no foreign key guards it. Joins drop these rows.',
    fix: 'Guard new rows by a foreign key',
  },
  'lonely-state': {
    name: 'Missing counterpart',
    title: '{count:row:rows} of {table} are “{state}” without a row in {child}',
    why: 'Nearly all others in that state have one.',
  },
  'sums-apart': {
    name: 'Amounts apart',
    title: '{count:row:rows}: {table}.{columns} differs from {parent}',
    why: 'In all other rows both are equal. Reports made of the one disagree with reports made of the other.',
  },
  skew: {
    name: 'One value prevails',
    title: '{table}.{columns}: one value is in {share%} of the rows',
    why: 'Of {distinct} different values, {value} is met {times} times as often as the next. It may stand for something unknown; averages and joins by this column are mostly about it.',
  },
  personal: {
    name: 'Personal data',
    title: '{table} holds personal data: {columns}',
    why: 'Values look like {kinds}. Keep it in mind when you share queries, exports or keys. No values of these columns are kept in profiles.',
  },
  'unusual-day': {
    name: 'Unusual day',
    title: '{table}: {when} {day}, {measure} was {value}, expected {expected}',
    why: '{usually} {low} to {high}. {contributors}',
  },
  late: {
    name: 'Late',
    title: 'Nothing new in {table} for {age}',
    why: 'At the hours in which rows usually come, they follow each other within {usual}, by {columns}. Whatever fills the table may have stopped.',
  },
  'key-without-index': {
    name: 'Key without index',
    title: 'No index on {table} ({columns}), a foreign key to {parent}',
    why: 'Every delete or key change in {parent}, and every join from it, reads all {count} rows of {table}.',
    fix: 'Create the index',
  },
  'same-index': {
    name: 'Index twice',
    title: 'The index {index} of {table} is covered by {other}',
    why: 'Both are written with every row; this one takes {size} and answers nothing the other can’t.',
    fix: 'Drop the smaller one',
  },
  'unused-index': {
    name: 'Unused index',
    title: 'The index {index} of {table} was never used in {days} days',
    why: 'It takes {size} and is written with every row. Reads on replicas are not seen from here.',
    fix: 'Drop it',
  },
  'broken-index': {
    name: 'Broken index',
    title: 'The index {index} of {table} is not valid',
    why: 'Its making was interrupted: it costs with every write and is never read.',
    fix: 'Drop it',
  },
  'missing-index': {
    name: 'Missing index',
    title: '{table} is read whole to find {kept:row:rows} by {columns}',
    why: 'The planner reads all {count} rows for “{statement}”, and the table is read whole {times} times a day. An index on {columns} would find them.',
    fix: 'Create the index',
  },
  'no-key': {
    name: 'No key',
    title: '{table} has no key',
    why: 'Its {count} rows can’t be told apart: they can’t be edited, referred to or replicated one by one.',
    fix: 'Make {key} the key: it is unique and never empty',
  },
  'running-out': {
    name: 'Numbers run out',
    title: '{table}.{columns} has used {share%} of its numbers',
    why: 'At {max}, which {type} ends with, no row can be added any more. {who} at {value}.',
    fix: 'Widen the column',
  },
  behind: {
    name: 'Sequence behind',
    title: 'The sequence of {table}.{columns} is behind its column',
    why: 'It goes on with {value}, but {max} is taken already: adding rows fails with a duplicate key.',
    fix: 'Set the sequence behind the largest number',
  },
  'risky-types': {
    name: 'Risky types',
    title: 'Types that surprise in {count:column:columns} of {schema}',
    why: '{list}',
  },
  unproven: {
    name: 'Unproven rules',
    title: 'Never checked or off: {count:rule:rules} of {table}',
    why: 'Older rows may break them: {list}',
    fix: 'Check all rows',
  },
  waste: {
    name: 'Dead rows',
    title: '{share%} of {table} are dead rows',
    why: 'They take about {size} and are read along. Vacuum does not keep up, or is held back.',
    fix: 'Vacuum the table',
  },
  'transaction-age': {
    name: 'Transaction numbers run out',
    title: '{table} has used {share%} of the transaction numbers until writes stop',
    why: 'Its oldest rows are {age} million transactions old. In another {left} million the database takes no more changes, to protect them. Vacuum should have marked them long ago; a long transaction, an unused replication slot or a prepared transaction may hold it back.',
    fix: 'Vacuum the table',
  },
  slow: {
    name: 'Costly statement',
    title: 'One statement takes {share%} of the database’s time',
    why: '{calls} calls, {mean} ms each: {statement}',
  },
  'powerful-role': {
    name: 'Powerful role',
    title: 'The connector signs in as {role}, which may do anything',
    why: 'Whoever gets SQL through it reaches other databases, files and programs of the server. Give it a role of its own.',
  },
  'public-grants': {
    name: 'Open to everybody',
    title: 'Everybody may {what} the table {table}',
    why: 'PUBLIC was granted {granted}, so every role that can sign in to this database may, also ones made later.',
    fix: 'Take it from PUBLIC',
  },
  'row-security-off': {
    name: 'Row security off',
    title: '{table} has {count:policy:policies}, but row security is off',
    why: 'The policies do nothing: whoever may read the table reads all rows.',
    fix: 'Turn row security on',
  },
  'row-security-missing': {
    name: 'No row security',
    title: '{table} has no row security, though {count:table:tables} like it do',
    why: 'They have the column {columns} in common, by which the others let people see their own rows only.',
  },
  drift: {
    name: 'Changed structure',
    title: '{table} changed ({what}): {count:thing no longer works:things no longer work}',
    why: 'They were written for the structure of before and fail as soon as they are used. What has an arrow was renamed or has another type now, what has a minus is gone.',
  },
};
