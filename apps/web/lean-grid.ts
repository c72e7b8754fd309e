import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The grid's rules for summary rows, which nothing here has, ask every row whether it is the first or
 * last of them. A browser then works out all cells anew whenever a row comes or goes: in every frame
 * of a scroll.
 */
export function leanGridStyles(): Plugin {
  const rules =
    /& > :nth-(?:last-)?child\(1 of \.rdg-(?:top|bottom)-summary-row\) \{\s*[^{}]*\{[^{}]*\}\s*\}/g;
  return {
    name: 'lean-grid-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /react-data-grid\/lib\/styles\.css$/ },
      handler(code) {
        const kept = code.replace(rules, '');
        if (/:nth-[^{]*-summary-row/.test(kept)) this.error('The grid writes these rules anew.');
        return `${kept}\n${columnRules}`;
      },
    },
  };
}

/** So many columns say by their class where their cells begin. */
const BY_CLASS = 64;
const columnRules = Array.from(
  { length: BY_CLASS },
  (_, at) => `.rdg-c${at + 1} { grid-column-start: ${at + 1};
    &.rdg-cell-frozen-start { inset-inline-start: var(--rdg-frozen-start-${at}); } }`,
).join('\n');

/** What the grid does in every frame of a scroll without need, and what it does instead. */
const instead = [
  // It tells itself its own width after each render, and React renders it again to see no change.
  ['setPrevGridWidth(gridWidth);', 'if (gridWidth !== prevGridWidth) setPrevGridWidth(gridWidth);'],
  // It says of every cell where it ends, also where that is the column it begins in.
  ['gridColumnEnd: index + colSpan,', 'gridColumnEnd: colSpan > 1 ? index + colSpan : undefined,'],
  // It writes a style into every cell to say where it begins; a class says the same for less.
  ['gridColumnStart: index,', `gridColumnStart: index > ${BY_CLASS} ? index : undefined,`],
  [
    'isStartFrozen(column.frozen) ? `var',
    `index > ${BY_CLASS} && isStartFrozen(column.frozen) ? \`var`,
  ],
  ['classnames(cellClassname, ', 'classnames(cellClassname, `rdg-c${column.idx + 1}`, '],
  // It makes elements for rows that come, and throws those of rows that left away.
  [
    'return iterateOverViewportRowIdx().map((rowIdx) => {\n\t\t\tconst isActiveRow',
    `return drawRows(
			gridRef,
			iterateOverViewportRowIdx().toArray(),
			(rowIdx) => typeof rowKeyGetter === "function" ? rowKeyGetter(rows[rowIdx]) : rowIdx,
		).values().map(([rowIdx, element]) => {
			const isActiveRow`,
  ],
  ['return renderRow(key, {', 'return renderRow(element, {'],
  // An empty style would still be written, word by word.
  [
    `style: {
			...getCellStyle(column, colSpan),
			...style
		},`,
    `style: column.idx < ${BY_CLASS} && !(colSpan > 1) && column.frozen !== "end"
			? style : { ...getCellStyle(column, colSpan), ...style },`,
  ],
] as const;

const reusedRows = fileURLToPath(new URL('src/domain/data-grid/reused-rows.ts', import.meta.url));

export function leanGrid(): Plugin {
  return {
    name: 'lean-grid',
    enforce: 'pre',
    transform: {
      filter: { id: /react-data-grid\/lib\/index\.js$/ },
      handler(code) {
        return instead.reduce(
          (kept, [found, better]) => {
            if (!kept.includes(found)) this.error(`The grid is written anew: ${found}`);
            return kept.replace(found, better);
          },
          `import { drawRows } from ${JSON.stringify(reusedRows)};\n${code}`,
        );
      },
    },
  };
}
