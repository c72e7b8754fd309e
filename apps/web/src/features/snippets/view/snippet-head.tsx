import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { forgetSnippet, refreshSnippets, snippetQuery } from '#domain/snippets/snippets-query.ts';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { Icon } from '#ui/icon.tsx';
import { useCopy } from '#ui/use-copy.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { BadgeMark } from '../badge-mark.tsx';
import classes from './snippet-head.module.css';
import type { SnippetDialog } from './snippet-page.tsx';

type SnippetHeadProps = { snippet: Snippet; onDialog: (dialog: SnippetDialog) => void };

export function SnippetHead({ snippet, onDialog }: SnippetHeadProps) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <AppLink href="/community/snippets" className={classes.back}>
          <Icon name="arrowLeft" size={14} /> {t('title')}
        </AppLink>
        <div className={classes.titleLine}>
          <h1 className={classes.title}>{textIn(snippet.title, language)}</h1>
          <BadgeMark badge={snippet.badge} />
        </div>
      </div>
      <div className={classes.actions}>
        <StarButton snippet={snippet} />
        <ForkButton snippet={snippet} />
        {snippet.isEditable && (
          <Button
            component={AppLink}
            variant="default"
            href={`/community/snippets/edit/${snippet.id}`}
            leftSection={<Icon name="edit" />}
          >
            {t('view.edit')}
          </Button>
        )}
        <Button leftSection={<Icon name="play" />} onClick={() => onDialog('use')}>
          {t('view.use')}
        </Button>
        <MoreMenu snippet={snippet} onDialog={onDialog} />
      </div>
    </header>
  );
}

/** Shown at once; taken back on screen when the server did not take it. */
function StarButton({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation('snippets');
  const { number } = useFormats();
  const { id, isStarred, stars } = snippet;
  const star = useMutation({
    mutationFn: (isWanted: boolean) =>
      api.call(isWanted ? snippetRoutes.star : snippetRoutes.unstar, { params: { snippetId: id } }),
    onError: notifyError,
    onSettled: () => refreshSnippets(),
  });
  const shown = star.isPending
    ? { isStarred: star.variables, stars: stars + (star.variables ? 1 : -1) }
    : { isStarred, stars };
  const label = t(shown.isStarred ? 'view.unstar' : 'view.star');
  const toggle = useSingleTap(() => {
    star.mutate(!isStarred);
  });
  return (
    <Button
      variant="default"
      aria-pressed={shown.isStarred}
      aria-label={`${label} · ${number(shown.stars)}`}
      title={label}
      leftSection={<Icon name={shown.isStarred ? 'starFilled' : 'star'} />}
      onClick={toggle}
    >
      {number(shown.stars)}
    </Button>
  );
}

function ForkButton({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation('snippets');
  const openHref = useOpenHref();
  const fork = useMutation({
    mutationFn: () => api.call(snippetRoutes.fork, { params: { snippetId: snippet.id } }),
    onSuccess: async (made) => {
      queryClient.setQueryData(snippetQuery(made.id).queryKey, made);
      openHref(`/community/snippets/edit/${made.id}`);
      await refreshSnippets();
    },
    onError: notifyError,
  });
  const run = useSingleTap(() => {
    fork.mutate();
  });
  return (
    <Button
      variant="default"
      title={t('view.forkLine')}
      loading={fork.isPending}
      leftSection={<Icon name="copy" />}
      onClick={run}
    >
      {t('view.fork')}
    </Button>
  );
}

function MoreMenu({ snippet, onDialog }: SnippetHeadProps) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const clipboard = useCopy({ isTold: true });
  // With both ids in it, the link shows as a card wherever it is pasted.
  const link = `${location.origin}${scopedHref(`/community/snippets/${snippet.id}`)}`;

  async function remove() {
    const params = { snippetId: snippet.id };
    await api.call(snippetRoutes.remove, { params });
    openHref('/community/snippets?scope=mine');
    await forgetSnippet(snippet.id);
    const name = textIn(snippet.title, language);
    await showUndo(t('view.deleted', { name }), async () => {
      await api.call(snippetRoutes.restore, { params });
      await refreshSnippets();
    });
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('view.more')}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="history" />} onClick={() => onDialog('versions')}>
          {t('view.versions')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="link" />} onClick={() => void clipboard.copy(link)}>
          {t('view.copyLink')}
        </Menu.Item>
        {!snippet.isMine && (
          <Menu.Item leftSection={<Icon name="warning" />} onClick={() => onDialog('report')}>
            {t(snippet.isReported ? 'view.reported' : 'view.report')}
          </Menu.Item>
        )}
        {snippet.isMine && snippet.isEditable && (
          <Menu.Item
            leftSection={<Icon name="trash" />}
            onClick={() => void remove().catch(notifyError)}
          >
            {t('view.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
