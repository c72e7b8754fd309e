import { z } from 'zod';
import { bytes, route } from '../route.ts';

export const stripeRoutes = {
  receive: route({
    method: 'POST',
    path: '/api/billing/v1/stripe/events',
    summary: 'Where Stripe tells that something happened; signed, and read again from Stripe',
    access: 'public',
    body: bytes,
    takes: 'bytes',
    answer: z.object({ received: z.literal(true) }),
    write: 'repeatable',
  }),
};
