import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { shareAsSnippetHref } from '#domain/snippets/hand-over.ts';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import type { EditorToolbarProps } from './editor-toolbar.tsx';

/** What is used less; on a phone also what has no room in the bar. */
export function EditorMenu(props: EditorToolbarProps) {
  const { tab, runs, isFiles, mayWrite, isNarrow, onChange, onCommand, onBegin, onDialog } = props;
  const { t } = useTranslation('sql');
  const openHref = useOpenHref();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('toolbar.more')}>
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isNarrow && (
          <>
            {mayWrite && !isFiles && !tab.readOnly && runs.transaction === null && (
              <Menu.Item leftSection={<Icon name="play" />} onClick={onBegin}>
                {t('toolbar.begin')}
              </Menu.Item>
            )}
            {mayWrite && (
              <Menu.Item
                leftSection={<Icon name="lock" />}
                rightSection={tab.readOnly && <Icon name="check" />}
                onClick={() => onChange({ readOnly: !tab.readOnly })}
              >
                {t('toolbar.lock')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<Icon name="wand" />} onClick={() => onCommand('format')}>
              {t('toolbar.format')}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<Icon name="tree" />}
          rightSection={<KeyHint keys="mod+shift+E" />}
          onClick={() => onCommand('explain')}
        >
          {t('toolbar.explain')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="history" />}
          disabled={tab.queryId === null}
          onClick={() => tab.queryId && onDialog({ kind: 'versions', queryId: tab.queryId })}
        >
          {t('toolbar.versions')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="download" />}
          onClick={() => onDialog({ kind: 'export', sql: tab.sql })}
        >
          {t('toolbar.export')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="share" />}
          disabled={tab.sql.trim() === ''}
          onClick={() => openHref(shareAsSnippetHref(tab))}
        >
          {t('toolbar.shareAsSnippet')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="layers" />}
          onClick={() => onDialog({ kind: 'snapshots' })}
        >
          {t('toolbar.snapshots')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="keyboard" />}
          onClick={() => onDialog({ kind: 'keys' })}
        >
          {t('toolbar.keys')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
