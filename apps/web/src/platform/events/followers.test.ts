import { expect, test } from 'vitest';
import { addFollowers, tellFollowers } from './followers.ts';

test('an event reaches every area that follows it, and one that fails holds back no other', async () => {
  const heard: string[] = [];
  addFollowers(
    { 'members.changed': () => Promise.reject(new Error('broken')) },
    { 'members.changed': ({ projectId }) => Promise.resolve(heard.push(`one ${projectId}`)) },
    { 'user.changed': () => Promise.resolve(heard.push('another event')) },
    { 'members.changed': ({ projectId }) => Promise.resolve(heard.push(`two ${projectId}`)) },
  );
  await tellFollowers({ type: 'members.changed', projectId: 'p' });
  expect(heard).toEqual(['one p', 'two p']);
});
