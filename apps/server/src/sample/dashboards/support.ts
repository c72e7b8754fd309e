import type { SampleDashboard } from './sample-dashboard.ts';

export const supportDashboard: SampleDashboard = {
  name: 'Support',
  description: 'Who waits for an answer, and how long it takes to get one.',
  folder: 'Support',
  tiles: [
    {
      kind: 'text',
      title: '',
      text: 'A ticket is **answered** when somebody wrote back for the first time, and **solved** when the customer needs nothing more. Times are medians: one very long ticket does not move them.',
      x: 0,
      y: 0,
      w: 12,
      h: 2,
    },
    {
      kind: 'number',
      title: 'Waiting for an answer',
      formats: [
        {
          column: null,
          style: 'number',
          rules: [
            { when: 'above', value: 100, tone: 'bad' },
            { when: 'above', value: 20, tone: 'warn' },
            { when: 'atMost', value: 20, tone: 'good' },
          ],
        },
      ],
      query: {
        name: 'Waiting tickets',
        description: 'Open tickets nobody has answered yet.',
        sql: `select count(*) as waiting
from support_tickets
where status = 'open' and answered_at is null`,
      },
      x: 0,
      y: 2,
      w: 3,
      h: 3,
    },
    {
      kind: 'number',
      title: 'Hours to the first answer',
      isDownGood: true,
      formats: [{ column: null, style: 'number', decimals: 1, unit: 'h' }],
      query: {
        name: 'Hours to the first answer',
        description: 'The median of the last 90 days, and of the 90 before them.',
        sql: `with latest as (select max(opened_at) as at from support_tickets)
select
  round((percentile_cont(0.5) within group (order by extract(epoch from answer_time) / 3600)
    filter (where opened_at > at - interval '90 days'))::numeric, 1) as "last 90 days",
  round((percentile_cont(0.5) within group (order by extract(epoch from answer_time) / 3600)
    filter (where opened_at <= at - interval '90 days'))::numeric, 1) as "90 days before"
from support_tickets, latest
where opened_at > at - interval '180 days'`,
      },
      x: 0,
      y: 5,
      w: 3,
      h: 4,
    },
    {
      kind: 'chart',
      title: 'Tickets by month',
      query: {
        name: 'Tickets by month',
        description: 'Opened and solved, the month that has just begun left out.',
        sql: `select date_trunc('month', opened_at)::date as month,
  count(*) as opened, count(solved_at) as solved
from support_tickets
where opened_at < (select date_trunc('month', max(opened_at)) from support_tickets)
group by 1
order by 1`,
      },
      chart: { kind: 'line', x: 'month', ys: ['opened', 'solved'] },
      x: 3,
      y: 2,
      w: 9,
      h: 7,
    },
    {
      kind: 'table',
      title: 'Waiting longest',
      query: {
        name: 'Waiting longest',
        description: 'Tickets without an answer, oldest first.',
        sql: `select t.opened_at::date as opened, t.priority, t.subject, c.full_name as customer
from support_tickets t
join customers c on c.id = t.customer_id
where t.status in ('open', 'waiting') and t.answered_at is null
order by t.opened_at
limit 50`,
      },
      x: 0,
      y: 9,
      w: 8,
      h: 7,
    },
    {
      kind: 'chart',
      title: 'Satisfaction',
      query: {
        name: 'Satisfaction with support',
        description: 'How many customers gave how many points.',
        sql: `select satisfaction::text as points, count(*) as tickets
from support_tickets
where satisfaction is not null
group by satisfaction
order by satisfaction`,
      },
      chart: { kind: 'bar', x: 'points', ys: ['tickets'] },
      x: 8,
      y: 9,
      w: 4,
      h: 7,
    },
    {
      kind: 'chart',
      title: 'When tickets come in',
      query: {
        name: 'Tickets by weekday and hour',
        description: 'Of the last year, in the time zone of the database.',
        sql: `select to_char(opened_at, 'HH24') as hour, to_char(opened_at, 'Dy') as weekday,
  count(*) as tickets
from support_tickets
where opened_at > now() - interval '1 year'
group by 1, 2
order by min(extract(isodow from opened_at)), 1`,
      },
      chart: { kind: 'heatmap', x: 'hour', series: 'weekday', ys: ['tickets'] },
      x: 0,
      y: 16,
      w: 7,
      h: 7,
    },
    {
      kind: 'pivot',
      title: 'Priority and state',
      query: {
        name: 'Tickets by priority and state',
        description: 'How many of each there are.',
        sql: `select priority::text as priority, status::text as status, count(*) as tickets
from support_tickets
group by support_tickets.priority, support_tickets.status
order by support_tickets.priority desc, support_tickets.status`,
      },
      pivot: null,
      x: 7,
      y: 16,
      w: 5,
      h: 5,
    },
    {
      kind: 'link',
      title: 'Tickets',
      text: 'Read and answer them in the table',
      href: '/explore',
      x: 7,
      y: 21,
      w: 5,
      h: 2,
    },
  ],
};
