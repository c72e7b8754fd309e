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

/** What the grid does in every frame of a scroll without need, and what it does instead. */
const instead = [
  // It tells itself its own width after each render, and React renders it again to see no change.
  ['setPrevGridWidth(gridWidth);', 'if (gridWidth !== prevGridWidth) setPrevGridWidth(gridWidth);'],
  // It says of every cell where it ends, also where that is the column it begins in.
  ['gridColumnEnd: index + colSpan,', 'gridColumnEnd: colSpan > 1 ? index + colSpan : undefined,'],
] as const;

export function leanGrid(): Plugin {
  return {
    name: 'lean-grid',
    enforce: 'pre',
    transform: {
      filter: { id: /react-data-grid\/lib\/index\.js$/ },
      handler(code) {
        return instead.reduce((kept, [found, better]) => {
          if (!kept.includes(found)) this.error(`The grid is written anew: ${found}`);
          return kept.replace(found, better);
        }, code);
      },
    },
  };
}
