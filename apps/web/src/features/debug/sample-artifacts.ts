import type { Artifact, ArtifactOf } from '@causeway/contract/artifacts.ts';

export const sampleSql: ArtifactOf<'sql'> = {
  kind: 'sql',
  title: 'Revenue per month',
  sql: `select date_trunc('month', placed_at) as month,
       count(*) as orders,
       sum(total) as revenue
from orders
where placed_at >= now() - interval '1 year'
group by 1
order by 1`,
};

const revenueFields = [
  { name: 'month', type: 'text' },
  { name: 'orders', type: 'int4' },
  { name: 'returns', type: 'int4' },
];

const monthlyOrders = [
  ['Jan', 412, 31],
  ['Feb', 388, 28],
  ['Mar', 471, 36],
  ['Apr', 530, 41],
  ['May', 566, 39],
  ['Jun', 601, 52],
  ['Jul', 574, 44],
  ['Aug', 559, 47],
  ['Sep', 642, 51],
  ['Oct', 718, 60],
  ['Nov', 1104, 97],
  ['Dec', 1286, 128],
];

const dailyVisitors = [
  ['Mon', 1840],
  ['Tue', 2015],
  ['Wed', 1972],
  ['Thu', null],
  ['Fri', 2210],
  ['Sat', 2934],
  ['Sun', 2701],
];

export const sampleArtifacts: Artifact[] = [
  sampleSql,
  {
    kind: 'chart',
    title: 'Orders and returns per month',
    form: 'bar',
    along: 'month',
    fields: revenueFields,
    rows: monthlyOrders,
  },
  {
    kind: 'chart',
    title: 'Visitors this week',
    form: 'line',
    along: 'day',
    fields: [
      { name: 'day', type: 'text' },
      { name: 'visitors', type: 'int4' },
    ],
    rows: dailyVisitors,
  },
  {
    kind: 'table',
    title: 'Best customers',
    fields: [
      { name: 'id', type: 'int8' },
      { name: 'name', type: 'text' },
      { name: 'city', type: 'text' },
      { name: 'orders', type: 'int4' },
      { name: 'revenue', type: 'numeric' },
    ],
    rows: [
      ['9007199254740993', 'Ada Lovelace', 'London', 48, '12480.50'],
      ['9007199254740994', 'Grace Hopper', null, 41, '9912.00'],
      ['9007199254740995', 'Jürgen Groß', '', 37, '8450.75'],
      ['9007199254740996', 'Marie Curie', 'Paris', 9, '870.10'],
    ],
  },
  { kind: 'link', href: '/sql/editor?projectId=null&connectorId=null' },
  {
    kind: 'file',
    name: 'orders-2024.csv',
    byteSize: 1_843_200,
    href: 'data:text/csv;charset=utf-8,id%2Cname%0A1%2CAda%0A',
  },
];
