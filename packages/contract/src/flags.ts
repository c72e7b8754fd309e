import { z } from 'zod';

/** Who something is on for: everybody, nobody, or those who run the installation. */
export const flagStates = ['on', 'off', 'staff'] as const;
export type FlagState = (typeof flagStates)[number];

/**
 * What an operator can turn off without a new build. A flag is added here first, with what holds as
 * long as nobody chose, and is read where it counts (`platform/flags`).
 */
export const flags = {
  /** New accounts can be opened. */
  registration: 'on',
  /** The way to write to support from every page. */
  support: 'on',
} as const satisfies Record<string, FlagState>;

export type Flag = keyof typeof flags;
export const flagNames = Object.keys(flags) as [Flag, ...Flag[]];
export const flagName = z.enum(flagNames);
