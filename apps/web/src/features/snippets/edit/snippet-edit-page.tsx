import { useLocation } from '@tanstack/react-router';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findHandedSql } from '#domain/snippets/hand-over.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { LoadedSnippet } from '../loaded-snippet.tsx';
import { draftOf, emptyDraft } from './draft.ts';
import { EditForm } from './edit-form.tsx';

const NEW = 'new';

/** Writing a snippet: a new one at /edit/new, one's own or the team's at its id. */
export default function SnippetEditPage() {
  const id = useAddressId() ?? NEW;
  return (
    <PageFrame isWide>{id === NEW ? <NewSnippet /> : <KnownSnippet key={id} id={id} />}</PageFrame>
  );
}

function NewSnippet() {
  const { t, i18n } = useTranslation('snippets');
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const key = typeof search['from'] === 'string' ? search['from'] : undefined;
  const [handed] = useState(() => findHandedSql(key));
  const start = handed && {
    ...emptyDraft,
    title: { [i18n.language]: handed.title },
    sql: handed.sql,
    parameters: handed.parameters,
  };
  // What was handed over is a draft of its own: another one that was begun stays as it is.
  return (
    <EditForm
      draftId={key && handed ? `new.${key}` : NEW}
      heading={t('edit.new')}
      saved={{ version: 0, draft: emptyDraft }}
      start={start}
      handedKey={key}
    />
  );
}

function KnownSnippet({ id }: { id: string }) {
  const { t } = useTranslation('snippets');
  return (
    <LoadedSnippet id={id}>
      {(loaded) =>
        loaded.isEditable ? (
          <EditForm
            draftId={id}
            heading={t('edit.title')}
            snippet={loaded}
            saved={{ version: loaded.version, draft: draftOf(loaded) }}
          />
        ) : (
          <PageHeader title={t('edit.title')} line={t('edit.notYours')} />
        )
      }
    </LoadedSnippet>
  );
}
