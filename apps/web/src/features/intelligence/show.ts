export const shows = ['open', 'snoozed', 'dismissed', 'ended'] as const;
export type Show = (typeof shows)[number];
