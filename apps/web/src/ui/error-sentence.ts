import { createContext } from 'react';
import { errorParts } from './error-parts.ts';

/** The sentence for whatever was thrown, in the reader's language where the product has one for it. */
export const ErrorSentence = createContext((error: unknown): string => errorParts(error).message);
