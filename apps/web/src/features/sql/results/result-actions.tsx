import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestKind } from '#domain/dashboards/suggest-kind.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { OpenDialog } from '../editor-dialogs.tsx';
import { CopyMenu, type CopyMenuProps } from './copy-menu.tsx';
import classes from './result-actions.module.css';

type ResultActionsProps = CopyMenuProps & {
  sql: string;
  title: string;
  maySend: boolean;
  onDialog: (dialog: OpenDialog) => void;
};

/** What can be done with a result as a whole. Where there is little room, the icons say it. */
export function ResultActions(props: ResultActionsProps) {
  const { result, copying, marked, activeColumn, sql, title, maySend, onDialog } = props;
  const { t } = useTranslation('sql');
  return (
    <div className={classes.actions}>
      <CopyMenu {...{ result, copying, marked, activeColumn }}>
        <Action icon="copy" text={t('results.copy')} />
      </CopyMenu>
      <Action
        icon="download"
        text={t('results.export')}
        onClick={() => onDialog({ kind: 'export', sql })}
      />
      <Action
        icon="layers"
        text={t('results.snapshot')}
        onClick={() => onDialog({ kind: 'snapshot', runId: result.runId, name: title })}
      />
      {maySend && result.command === 'SELECT' && (
        <Action
          icon="dashboard"
          text={t('dashboard.send')}
          onClick={() => {
            const kind = suggestKind(result.fields, result.loadedRows);
            onDialog({ kind: 'dashboard', sql, tile: { kind } });
          }}
        />
      )}
    </div>
  );
}

type ActionProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, 'style' | 'color'> & { icon: IconName; text: string };

function Action({ icon, text, ...rest }: ActionProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      classNames={{ section: classes.icon ?? '' }}
      leftSection={<Icon name={icon} size={13} />}
      aria-label={text}
      title={text}
      {...rest}
    >
      <span className={classes.text}>{text}</span>
    </Button>
  );
}
