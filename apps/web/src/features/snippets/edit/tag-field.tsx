import { MOST_TAGS, tag } from '@causeway/contract/snippets/snippet.ts';
import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { snippetTagsQuery } from '#domain/snippets/snippets-query.ts';

type TagFieldProps = { tags: string[]; onTags: (tags: string[]) => void };

/** Tags that are used already come first to mind: many words for one thing help nobody. */
export function TagField({ tags, onTags }: TagFieldProps) {
  const { t } = useTranslation('snippets');
  const { data = [] } = useQuery(snippetTagsQuery);
  return (
    <TagsInput
      label={t('filter.tags')}
      description={t('edit.tagsLine', { count: MOST_TAGS })}
      maxTags={MOST_TAGS}
      data={data.map((known) => known.tag)}
      value={tags}
      onChange={(next) => onTags([...new Set(next.flatMap(asTag))])}
    />
  );
}

/** What can't be a tag is not taken. */
function asTag(typed: string): string[] {
  const read = tag.safeParse(typed);
  return read.success ? [read.data] : [];
}
