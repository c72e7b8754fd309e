import { linkKindOf, parseLink } from '@causeway/contract/links.ts';
import { lazy, memo, Suspense } from 'react';
import { LinkCard } from '#domain/link-card/link-card.tsx';
import { ownHosts } from '#domain/link-card/own-hosts.ts';
import { splitBlocks } from './split-blocks.ts';

const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));

/**
 * Markdown of a model: no HTML, no picture, and addresses elsewhere are text that nobody follows by
 * mistake. A link of ours that stands alone is a card. While it arrives, only its last block is read
 * again.
 */
export function AssistantText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p>{text}</p>}>
      {splitBlocks(text).map((block, place) => (
        // Blocks have no name but their place, and keep it while text is added behind them.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={place} text={block} />
      ))}
    </Suspense>
  );
}

const Block = memo(function Block({ text }: { text: string }) {
  const line = text.trim();
  if (isOwnLink(line)) return <LinkCard href={line} />;
  return <Markdown text={text} links="text" />;
});

function isOwnLink(line: string): boolean {
  return /^(\/|https?:)\S+$/.test(line) && linkKindOf(parseLink(line, ownHosts())) !== 'invalid';
}
