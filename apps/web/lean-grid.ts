import type { Plugin } from 'vite';

/**
 * The grid's rules for summary rows, which nothing here has, ask every row whether it is the first or
 * last of them. A browser then works out all cells anew whenever a row comes or goes: in every frame
 * of a scroll.
 */
export function withoutSummaryRows(): Plugin {
  const rules =
    /& > :nth-(?:last-)?child\(1 of \.rdg-(?:top|bottom)-summary-row\) \{\s*[^{}]*\{[^{}]*\}\s*\}/g;
  return {
    name: 'without-summary-rows',
    enforce: 'pre',
    transform: {
      filter: { id: /react-data-grid\/lib\/styles\.css$/ },
      handler(code) {
        const kept = code.replace(rules, '');
        if (/:nth-[^{]*-summary-row/.test(kept)) this.error('The grid writes these rules anew.');
        return kept;
      },
    },
  };
}

/**
 * The grid tells itself its own width after every render, also where it is what it was. React then
 * renders it a second time to find that out: in every frame of a scroll.
 */
export function renderedOnce(): Plugin {
  const told = 'setPrevGridWidth(gridWidth);';
  return {
    name: 'rendered-once',
    enforce: 'pre',
    transform: {
      filter: { id: /react-data-grid\/lib\/index\.js$/ },
      handler(code) {
        if (!code.includes(told)) this.error('The grid measures itself in another way now.');
        return code.replace(told, `if (gridWidth !== prevGridWidth) ${told}`);
      },
    },
  };
}
