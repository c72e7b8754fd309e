import { scanSnippet } from '@causeway/contract/snippets/scan-snippet.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { Button } from '@mantine/core';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { BadgeMark } from '../badge-mark.tsx';
import { SnippetNeeds } from '../view/snippet-needs.tsx';
import { hasTitle, type SnippetDraft } from './draft.ts';
import { SnippetNotices } from './snippet-notices.tsx';
import classes from './edit-form.module.css';
import { ParameterDefaults } from './parameter-defaults.tsx';
import { ScanFindings } from './scan-findings.tsx';
import { SharingFields } from './sharing-fields.tsx';
import { SqlField } from './sql-field.tsx';
import { TagField } from './tag-field.tsx';
import { TextFields } from './text-fields.tsx';
import { useClassified } from './use-classified.ts';
import { useSaveSnippet } from './use-save-snippet.ts';
import { useSnippetDraft } from './use-snippet-draft.ts';

type EditFormProps = {
  draftId: string;
  heading: string;
  saved: { version: number; draft: SnippetDraft };
  snippet?: Snippet;
  start?: SnippetDraft | undefined;
  handedKey?: string | undefined;
};

export function EditForm({ draftId, heading, saved, snippet, start, handedKey }: EditFormProps) {
  const { t } = useTranslation('snippets');
  const used = useSnippetDraft(draftId, saved, start);
  const { draft, change } = used;
  const [acknowledged, setAcknowledged] = useState(false);
  const places = useMemo(() => scanSnippet(draft), [draft]);
  const classified = useClassified(draft.sql);
  const save = useSaveSnippet({ used, snippet, acknowledged, handedKey });
  const isShared = draft.visibility !== 'private';
  const isRefused = isShared && places.some(({ isWarning }) => !isWarning || !acknowledged);
  const maySave = hasTitle(draft) && !isRefused && (used.isChanged || !snippet);

  function press(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (maySave && !save.isPending) save.mutate(draft);
  }

  return (
    // The keys belong to the page's own form; nothing in it is a button by them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={press}>
      <PageHeader
        title={heading}
        line={t('edit.line')}
        actions={
          <>
            {snippet && (
              <Button
                component={AppLink}
                variant="default"
                href={`/community/snippets/${snippet.id}`}
              >
                {t('edit.view')}
              </Button>
            )}
            <Button
              disabled={!maySave}
              loading={save.isPending}
              leftSection={<Icon name="check" />}
              onClick={() => save.mutate(draft)}
            >
              {t(`edit.save.${draft.visibility}`)}
            </Button>
          </>
        }
      />
      <SnippetNotices used={used} saved={saved} save={save} isSaved={snippet !== undefined} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <TextFields
            title={draft.title}
            text={draft.text}
            onTitle={(title) => change({ title })}
            onText={(text) => change({ text })}
          />
          <SqlField
            sql={draft.sql}
            problem={classified.problem}
            places={isShared ? places : []}
            onSql={(sql) => change({ sql })}
          />
          {isShared && places.length > 0 && (
            <ScanFindings
              draft={draft}
              places={places}
              acknowledged={acknowledged}
              onAcknowledge={setAcknowledged}
            />
          )}
        </div>
        <aside className={classes.side} aria-label={t('edit.side')}>
          <SharingFields draft={draft} isMine={snippet?.isMine ?? true} onChange={change} />
          <TagField tags={draft.tags} onTags={(tags) => change({ tags })} />
          {draft.sql.trim() !== '' && (
            <p className={classes.badge}>
              {t('edit.badge')} <BadgeMark badge={classified.badge} />
            </p>
          )}
          <SnippetNeeds sql={draft.sql} parameters={draft.parameters} />
          <ParameterDefaults
            sql={draft.sql}
            parameters={draft.parameters}
            onParameters={(parameters) => change({ parameters })}
          />
        </aside>
      </div>
    </div>
  );
}
