import { defaultKeymap } from '@codemirror/commands';

/** The keys of any code field, without the one that opens the assistant on every page. */
export const plainKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-i');
