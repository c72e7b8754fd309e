import MarkdownIt from 'markdown-it';
import classes from './markdown.module.css';

/**
 * Markdown of anybody: HTML in it is shown as the text it is, pictures from elsewhere as links to
 * them, and links leave without telling where they were followed.
 */
const reader = new MarkdownIt({ html: false, linkify: true });

/** For text of a model: an address is shown and leads nowhere, and nothing is made a link. */
const closedReader = new MarkdownIt({ html: false, linkify: false });
closedReader.renderer.rules['link_open'] = () => '<span>';
closedReader.renderer.rules['link_close'] = (tokens, index) => {
  const opened = tokens.findLast((token, place) => place < index && token.type === 'link_open');
  const href = closedReader.utils.escapeHtml(String(opened?.attrGet('href') ?? ''));
  return `</span> <code>${href}</code>`;
};
closedReader.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index];
  const source = String(token?.attrGet('src') ?? '');
  return closedReader.utils.escapeHtml(`🖼 ${token?.content ?? ''} ${source}`);
};

reader.renderer.rules['image'] = (tokens, index) => {
  const { content, attrs } = tokens[index] ?? {};
  const source = String(attrs?.find(([name]) => name === 'src')?.[1] ?? '');
  const text = reader.utils.escapeHtml(content || source);
  return `<a href="${reader.utils.escapeHtml(source)}" rel="noopener noreferrer" target="_blank">🖼 ${text}</a>`;
};

reader.renderer.rules['link_open'] = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer');
  tokens[index]?.attrSet('target', '_blank');
  return renderer.renderToken(tokens, index, options);
};

type MarkdownProps = { text: string; links?: 'followed' | 'text' };

export default function Markdown({ text, links = 'followed' }: MarkdownProps) {
  const html = renderOnce(text, links);
  // The reader above writes the HTML; none of it comes from the text.
  // oxlint-disable-next-line react/no-danger
  return <div className={classes.markdown} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Messages come and go with every scroll through a thread; beyond this the oldest are read again. */
const MOST_KEPT = 2_000;
const LONGEST_KEPT = 10_000;
const kept = { followed: new Map<string, string>(), text: new Map<string, string>() };

function renderOnce(text: string, links: 'followed' | 'text'): string {
  const known = kept[links].get(text);
  if (known !== undefined) return known;
  const html = (links === 'text' ? closedReader : reader).render(text);
  if (text.length > LONGEST_KEPT) return html;
  const [oldest] = kept[links].keys();
  if (kept[links].size >= MOST_KEPT && oldest !== undefined) kept[links].delete(oldest);
  kept[links].set(text, html);
  return html;
}
