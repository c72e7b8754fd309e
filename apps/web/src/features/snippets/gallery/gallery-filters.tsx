import { snippetScopes, snippetSorts } from '@causeway/contract/snippets/routes.ts';
import { badges } from '@causeway/contract/snippets/snippet.ts';
import { contentLanguages } from '@causeway/contract/translatable.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { snippetTagsQuery, type SnippetListing } from '#domain/snippets/snippets-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './gallery-filters.module.css';

type GalleryFiltersProps = {
  listing: SnippetListing;
  onChange: (change: Partial<SnippetListing>) => void;
};

const SEARCH_AFTER_MS = 200;
const FIRST_TAGS = 10;

export function GalleryFilters({ listing, onChange }: GalleryFiltersProps) {
  const { t, i18n } = useTranslation('snippets');
  const languages = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const sorts = snippetSorts.filter((sort) => sort !== 'relevance' || listing.search);
  return (
    <search className={classes.filters}>
      <div className={classes.row}>
        <SearchField text={listing.search ?? ''} onText={(search) => onChange({ search })} />
        <NativeSelect
          aria-label={t('filter.scope')}
          value={listing.scope}
          data={snippetScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ scope: value as (typeof snippetScopes)[number] })
          }
        />
        <NativeSelect
          aria-label={t('filter.badge')}
          value={listing.badge ?? ''}
          data={[
            { value: '', label: t('filter.anyBadge') },
            ...badges.map((value) => ({ value, label: t(`badge.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ badge: badges.find((badge) => badge === value) })
          }
        />
        <NativeSelect
          aria-label={t('filter.language')}
          value={listing.language ?? ''}
          data={[
            { value: '', label: t('filter.anyLanguage') },
            ...contentLanguages.map((value) => ({ value, label: languages.of(value) ?? value })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ language: contentLanguages.find((language) => language === value) })
          }
        />
        <NativeSelect
          aria-label={t('filter.sort')}
          value={listing.sort}
          data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: value as (typeof snippetSorts)[number] })
          }
        />
      </div>
      <Tags chosen={listing.tag} onTag={(tag) => onChange({ tag })} />
    </search>
  );
}

/** What is typed is searched for a moment later; the address may change the text too. */
function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('snippets');
  const [typed, setTyped] = useState(text);
  const told = useRef(text);
  useEffect(() => {
    if (text !== told.current) setTyped(text);
    told.current = text;
  }, [text]);
  useEffect(() => {
    const next = typed.trim();
    if (next === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = next;
      onText(next);
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed]);
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={t('filter.search')}
      placeholder={t('filter.search')}
      leftSection={<Icon name="search" />}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
    />
  );
}

type TagsProps = { chosen: string | undefined; onTag: (tag: string | undefined) => void };

function Tags({ chosen, onTag }: TagsProps) {
  const { t } = useTranslation('snippets');
  const { data = [] } = useQuery(snippetTagsQuery);
  const [isAll, setIsAll] = useState(false);
  const shown = data.slice(0, isAll ? data.length : FIRST_TAGS).map(({ tag }) => tag);
  const tags = chosen === undefined || shown.includes(chosen) ? shown : [chosen, ...shown];
  if (tags.length === 0) return null;
  return (
    <fieldset className={classes.tags} aria-label={t('filter.tags')}>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className={classes.tag}
          aria-pressed={tag === chosen}
          onClick={() => onTag(tag === chosen ? undefined : tag)}
        >
          {tag}
        </button>
      ))}
      {data.length > FIRST_TAGS && (
        <button type="button" className={classes.more} onClick={() => setIsAll(!isAll)}>
          {t(isAll ? 'filter.fewerTags' : 'filter.moreTags')}
        </button>
      )}
    </fieldset>
  );
}
