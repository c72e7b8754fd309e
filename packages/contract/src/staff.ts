import { z } from 'zod';
import { id, instant, pageOf, pageQuery, route } from './route.ts';

const keptMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: instant,
});

const account = z.object({
  id,
  email: z.string(),
  name: z.string(),
  verified: z.boolean(),
  staff: z.boolean(),
  createdAt: instant,
});

export const staffRoutes = {
  mails: route({
    method: 'GET',
    path: '/api/staff/v1/mails',
    summary: 'Mails kept because no mail server is set, newest first',
    access: 'staff',
    query: pageQuery,
    answer: pageOf(keptMail),
  }),
  users: route({
    method: 'GET',
    path: '/api/staff/v1/users',
    summary: 'Find accounts by name or address',
    access: 'staff',
    query: pageQuery.extend({ search: z.string().max(200).default('') }),
    answer: pageOf(account),
  }),
};
