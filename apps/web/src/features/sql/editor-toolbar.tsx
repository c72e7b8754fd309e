import { MOST_ROWS } from '@causeway/contract/sql/sql.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import type { StatementCheck } from '@causeway/contract/sql/editor.ts';
import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import type { SqlCommand } from './code/sql-view.tsx';
import type { OpenDialog } from './editor-dialogs.tsx';
import { EditorMenu } from './editor-menu.tsx';
import classes from './editor-toolbar.module.css';
import { TransactionMark } from './run/transaction-mark.tsx';
import type { TabRuns } from './run/run-store.ts';
import type { TabContent } from './tabs/tab-store.ts';

export type EditorToolbarProps = {
  tab: EditorTab;
  runs: TabRuns;
  check: StatementCheck | undefined;
  /** Over files there is no transaction. */
  isFiles: boolean;
  mayWrite: boolean;
  /** On a phone: what is used less stands in the menu. */
  isNarrow: boolean;
  onChange: (change: Partial<TabContent>) => void;
  onCommand: (command: SqlCommand) => void;
  onBegin: () => void;
  onEnd: (how: 'commit' | 'rollback') => void;
  onPreview: () => void;
  onDialog: (dialog: OpenDialog) => void;
};

const limits = [100, 1_000, 10_000, MOST_ROWS];

export function EditorToolbar(props: EditorToolbarProps) {
  const { tab, runs, check, isFiles, mayWrite, isNarrow } = props;
  const { onChange, onCommand, onBegin, onEnd, onPreview } = props;
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={t('toolbar.label')}
      data-is-crowded={(runs.transaction !== null && check?.isPreviewable) || undefined}
    >
      {runs.isRunning ? (
        <Button
          size="compact-sm"
          color="red"
          leftSection={<Icon name="stop" size={14} />}
          onClick={() => onCommand('cancel')}
        >
          {t('toolbar.cancel')}
        </Button>
      ) : (
        <Tooltip label={<Hint text={t('toolbar.runHint')} keys="mod+enter" />}>
          <Button
            size="compact-sm"
            leftSection={<Icon name="play" size={14} />}
            onClick={() => onCommand('run')}
          >
            {t('toolbar.run')}
          </Button>
        </Tooltip>
      )}
      <Tooltip label={<Hint text={t('toolbar.runAllHint')} keys="mod+shift+enter" />}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={runs.isRunning}
          onClick={() => onCommand('runAll')}
        >
          {t('toolbar.runAll')}
        </Button>
      </Tooltip>
      <NativeSelect
        size="xs"
        className={classes.limit}
        aria-label={t('toolbar.limit')}
        title={t('toolbar.limitHint')}
        value={String(tab.rowLimit)}
        data={limits.map((limit) => ({
          value: String(limit),
          label: t('toolbar.rows', { number: number(limit) }),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ rowLimit: Number(value) })}
      />
      {check?.isPreviewable && mayWrite && !tab.readOnly && (
        <Button
          size="compact-sm"
          variant="light"
          color="yellow"
          className={classes.preview ?? ''}
          leftSection={<Icon name="eye" size={14} />}
          onClick={onPreview}
        >
          {t('toolbar.preview')}
        </Button>
      )}
      <span className={classes.space} />
      {!isFiles && (runs.transaction !== null || !isNarrow) && (
        <TransactionMark
          transaction={runs.transaction}
          mayBegin={mayWrite && !tab.readOnly}
          isRunning={runs.isRunning}
          onBegin={onBegin}
          onEnd={onEnd}
        />
      )}
      {!isNarrow && (
        <>
          <Tooltip label={t(tab.readOnly ? 'toolbar.unlock' : 'toolbar.lock')}>
            <ActionIcon
              className={classes.lock}
              variant={tab.readOnly ? 'light' : 'subtle'}
              aria-label={t('toolbar.lock')}
              aria-pressed={tab.readOnly || !mayWrite}
              disabled={!mayWrite}
              onClick={() => onChange({ readOnly: !tab.readOnly })}
            >
              <Icon name="lock" size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={<Hint text={t('toolbar.format')} keys="shift+alt+F" />}>
            <ActionIcon
              variant="subtle"
              aria-label={t('toolbar.format')}
              onClick={() => onCommand('format')}
            >
              <Icon name="wand" size={15} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Button
        size="compact-sm"
        variant="default"
        classNames={{ section: classes.saveIcon ?? '' }}
        leftSection={<Icon name="star" size={14} />}
        aria-label={t('toolbar.save')}
        onClick={() => onCommand('save')}
      >
        <span className={classes.saveText}>{t('toolbar.save')}</span>
      </Button>
      <EditorMenu {...props} />
    </div>
  );
}

function Hint({ text, keys }: { text: string; keys: string }) {
  return (
    <span className={classes.hint}>
      {text} <KeyHint keys={keys} />
    </span>
  );
}
