import { useState } from 'react';

/**
 * A field over what is kept elsewhere: shows that until somebody types, and again once what was typed
 * is kept. What is typed while it is being sent, or while somebody else changes it, stays.
 */
export function useTyped<Value>(kept: Value) {
  const [typed, setTyped] = useState<{ value: Value }>();
  return {
    value: typed ? typed.value : kept,
    type: (value: Value) => setTyped({ value }),
    settle: (sent: Value) => setTyped((now) => (now?.value === sent ? undefined : now)),
  };
}
