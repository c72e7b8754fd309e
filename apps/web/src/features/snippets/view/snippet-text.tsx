import { linkKindOf, parseLink } from '@causeway/contract/links.ts';
import { lazy, Suspense } from 'react';
import { LinkCard } from '#domain/link-card/link-card.tsx';
import { ownHosts } from '#domain/link-card/own-hosts.ts';
import { SkeletonLines } from '#ui/skeletons.tsx';

const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));

/** LINK-4: Markdown in which a link of ours that stands alone is a card. */
export function SnippetText({ text }: { text: string }) {
  return (
    <div>
      {splitAtLinks(text).map((part, place) =>
        part.isLink ? (
          // Parts of a text have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <LinkCard key={place} href={part.text} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <Suspense key={place} fallback={<SkeletonLines count={2} />}>
            <Markdown text={part.text} />
          </Suspense>
        ),
      )}
    </div>
  );
}

type TextPart = { text: string; isLink: boolean };

function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const line of text.split('\n')) {
    const isLink = isOwnLink(line.trim());
    const last = parts.at(-1);
    if (isLink) parts.push({ text: line.trim(), isLink });
    else if (last && !last.isLink) last.text += `\n${line}`;
    else parts.push({ text: line, isLink });
  }
  return parts.filter((part) => part.text.trim() !== '');
}

function isOwnLink(line: string): boolean {
  return /^(\/|https?:)\S+$/.test(line) && linkKindOf(parseLink(line, ownHosts())) !== 'invalid';
}
