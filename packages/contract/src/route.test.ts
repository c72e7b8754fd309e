import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPath, pageQuery, queryBoolean } from './route.ts';

describe('CALL-1 paths and queries of calls', () => {
  test('CALL-1 parameters are filled into the path', () => {
    expect(fillPath('/api/x/v1/:projectId/members/:userId', { projectId: 'p', userId: 'u' })).toBe(
      '/api/x/v1/p/members/u',
    );
    expect(fillPath('/user')).toBe('/user');
  });

  test('CALL-1 a parameter with any character stays one segment of the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        const segments = fillPath('/a/:value/b', { value }).split('/');
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[2] ?? '')).toBe(value);
      }),
    );
  });

  test('CALL-1 a path whose parameter is missing is a mistake, not a call', () => {
    expect(() => fillPath('/a/:id', {})).toThrow("needs 'id'");
  });

  test('CALL-1 a page of a list has 50 entries unless asked otherwise, 200 at most', () => {
    expect(pageQuery.parse({}).limit).toBe(50);
    expect(pageQuery.parse({ limit: '200' }).limit).toBe(200);
    expect(pageQuery.safeParse({ limit: '201' }).success).toBe(false);
  });

  test('CALL-1 yes and no are read from the text of a query', () => {
    expect(queryBoolean.parse('true')).toBe(true);
    expect(queryBoolean.parse('false')).toBe(false);
    expect(queryBoolean.safeParse('yes').success).toBe(false);
  });
});
