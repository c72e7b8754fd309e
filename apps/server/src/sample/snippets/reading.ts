import type { SampleSnippet } from './sample-snippet.ts';

/** Questions people ask of any shop, app or list. */
export const readingSnippets: SampleSnippet[] = [
  {
    title: { en: 'Find duplicate rows', de: 'Doppelte Zeilen finden' },
    text: {
      en: `Groups rows that only differ in upper case and spaces, most repeated first.

The ids come as a list, so that you can look at every row of a group before you clean up. With \`:least\` you say how many copies make a duplicate.`,
      de: `Fasst Zeilen zusammen, die sich nur in Großschreibung und Leerzeichen unterscheiden; die häufigsten zuerst.

Die IDs kommen als Liste, damit du dir jede Zeile einer Gruppe ansehen kannst, bevor du aufräumst. Mit \`:least\` sagst du, ab wie vielen Kopien es zählt.`,
    },
    tags: ['data quality', 'duplicates'],
    sql: `select
  lower(trim(c.{{customers.email: text}})) as value,
  count(*) as copies,
  array_agg(c.{{customers.id}} order by c.{{customers.id}}) as ids
from {{customers}} c
where c.{{customers.email}} is not null
group by 1
having count(*) >= :least::int
order by copies desc, value`,
    parameters: [{ name: 'least', type: 'int4', value: '2' }],
  },
  {
    title: { en: 'Cohort retention by month', de: 'Kohorten: wer kommt wieder?' },
    text: {
      en: `How many of the customers who first ordered in a month ordered again in the months after it.

- \`month_number\` 0 is the month of the first order, so its share is always 100 %.
- Works for any table that says **who** did something and **when**: logins, invoices, tickets.`,
      de: `Wie viele der Kunden, die in einem Monat zum ersten Mal bestellt haben, in den Monaten danach wieder bestellen.

- \`month_number\` 0 ist der Monat der ersten Bestellung, dort sind es immer 100 %.
- Geht mit jeder Tabelle, die sagt, **wer** etwas **wann** getan hat: Anmeldungen, Rechnungen, Tickets.`,
    },
    tags: ['analytics', 'cohorts', 'retention'],
    sql: `with firsts as (
  select {{orders.customer_id}} as who,
    date_trunc('month', min({{orders.placed_at: timestamptz}})) as cohort
  from {{orders}}
  group by 1
), active as (
  select distinct o.{{orders.customer_id}} as who, f.cohort,
    (extract(year from age(date_trunc('month', o.{{orders.placed_at}}), f.cohort)) * 12
      + extract(month from age(date_trunc('month', o.{{orders.placed_at}}), f.cohort)))::int
      as month_number
  from {{orders}} o
  join firsts f on f.who = o.{{orders.customer_id}}
  where f.cohort >= :since::date
)
select cohort::date, month_number, count(*) as customers,
  round(100.0 * count(*) / first_value(count(*)) over (
    partition by cohort order by month_number), 1) as percent
from active
group by cohort, month_number
order by cohort, month_number`,
    parameters: [{ name: 'since', type: 'date', value: '2024-01-01' }],
  },
  {
    title: { en: 'Running total per day', de: 'Laufende Summe je Tag' },
    text: {
      en: 'Adds up an amount day by day. Days without a row are there too, so that a chart has no holes.',
      de: 'Summiert einen Betrag Tag für Tag. Tage ohne Zeile sind auch dabei, damit ein Diagramm keine Lücken hat.',
    },
    tags: ['analytics', 'time series', 'window'],
    sql: `with days as (
  select generate_series(:from::date, :until::date, interval '1 day')::date as day
), sums as (
  select {{orders.placed_at: timestamptz}}::date as day, sum({{orders.total: numeric}}) as amount
  from {{orders}}
  where {{orders.placed_at}} >= :from::date and {{orders.placed_at}} < :until::date + 1
  group by 1
)
select day, coalesce(amount, 0) as amount,
  sum(coalesce(amount, 0)) over (order by day) as running_total
from days left join sums using (day)
order by day`,
    parameters: [
      { name: 'from', type: 'date', value: '2025-01-01' },
      { name: 'until', type: 'date', value: '2025-01-31' },
    ],
  },
  {
    title: { en: 'Gaps in a sequence', de: 'Lücken in einer Nummernfolge' },
    text: {
      en: 'Tells where numbers are missing: deleted rows, failed imports, numbers that were drawn and never used.',
      de: 'Zeigt, wo Nummern fehlen: gelöschte Zeilen, gescheiterte Importe, gezogene und nie benutzte Nummern.',
    },
    tags: ['data quality', 'window'],
    sql: `select missing_from, missing_to, missing_to - missing_from + 1 as missing
from (
  select {{orders.id: bigint}} + 1 as missing_from,
    lead({{orders.id}}) over (order by {{orders.id}}) - 1 as missing_to
  from {{orders}}
) gaps
where missing_to >= missing_from
order by missing desc, missing_from
limit 200`,
    parameters: [],
  },
  {
    title: { en: 'Rows without a partner', de: 'Zeilen ohne Gegenstück' },
    text: {
      en: `Rows that refer to something that is not there. Where there is no foreign key, they come by themselves.

Once the list is empty, a foreign key keeps it that way.`,
      de: `Zeilen, die auf etwas verweisen, das es nicht gibt. Ohne Fremdschlüssel entstehen sie von selbst.

Ist die Liste leer, hält ein Fremdschlüssel sie leer.`,
    },
    tags: ['data quality', 'foreign keys'],
    sql: `select child.*
from {{order_items}} child
left join {{orders}} parent on parent.{{orders.id}} = child.{{order_items.order_id}}
where parent.{{orders.id}} is null
  and child.{{order_items.order_id}} is not null
limit 500`,
    parameters: [],
  },
  {
    title: { en: 'The best in each group', de: 'Die Besten je Gruppe' },
    text: {
      en: 'The first few rows of every group, by one number: best sellers of a category, latest orders of a customer, longest tickets of a team.',
      de: 'Die ersten Zeilen jeder Gruppe nach einer Zahl: Bestseller einer Kategorie, teuerste Artikel, längste Tickets eines Teams.',
    },
    tags: ['analytics', 'window'],
    sql: `select *
from (
  select p.{{products.category_id}} as in_group, p.{{products.name: text}} as name,
    p.{{products.price: numeric}} as value,
    row_number() over (
      partition by p.{{products.category_id}} order by p.{{products.price}} desc) as place
  from {{products}} p
) ranked
where place <= :how_many::int
order by in_group, place`,
    parameters: [{ name: 'how_many', type: 'int4', value: '3' }],
  },
  {
    title: { en: 'Median and percentiles per month', de: 'Median und Perzentile je Monat' },
    text: {
      en: 'An average hides the few very large ones. Median, p90 and p99 tell what most people see and what the worst is like.',
      de: 'Ein Durchschnitt versteckt die wenigen sehr großen Werte. Median, p90 und p99 zeigen, was die meisten sehen und wie schlimm es höchstens wird.',
    },
    tags: ['analytics', 'statistics'],
    sql: `select date_trunc('month', {{orders.placed_at: timestamptz}})::date as month,
  count(*) as rows,
  round(avg({{orders.total: numeric}}), 2) as average,
  percentile_cont(0.5) within group (order by {{orders.total}}) as median,
  percentile_cont(0.9) within group (order by {{orders.total}}) as p90,
  percentile_cont(0.99) within group (order by {{orders.total}}) as p99
from {{orders}}
group by 1
order by 1`,
    parameters: [],
  },
];
