import type { Followers } from '#platform/events/followers.ts';
import { followSample } from './sample-query.ts';

export const sampleFollowers: Followers = { 'sample.progress': followSample };
