/** The texts that every page or most of them need, in one file: each of its own would be a request. */
export default import.meta.glob<Record<string, unknown>>(
  [
    '../texts.en.json',
    '../../{domain,shell,ui}/texts.en.json',
    '../../domain/{data-grid,filters,row-drafts}/texts.en.json',
  ],
  { eager: true, import: 'default' },
);
