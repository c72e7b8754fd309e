import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { useSwitchTo } from '../use-switch-to.ts';
import classes from './header.module.css';

export function ConnectorSwitcher() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const { project, connector: current } = useCurrentProject();
  const scopedHref = useScopedHref();
  const switchTo = useSwitchTo();
  if (!project) return null;
  const name = current?.name ?? t('connectors.none');
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.switcher}
          aria-label={t('connectors.switch', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {current && <Icon name={connectorIcon(current)} size={14} />}
          <span className={`${classes.switcherText} ${current ? '' : classes.faint}`}>{name}</span>
          <Icon name="selector" size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('connectors.title')}>
        <h2 className={classes.choicesTitle}>{t('connectors.title')}</h2>
        <ul className={classes.choiceList}>
          {project.connectors.map((connector) => (
            <li key={connector.id} className={classes.choice}>
              <button
                type="button"
                className={classes.choiceButton}
                aria-current={connector.id === current?.id}
                onClick={() => {
                  setOpen(false);
                  switchTo(project, connector);
                }}
              >
                <Icon name={connectorIcon(connector)} />
                <span className={classes.choiceText}>{connector.name}</span>
                {connector.id === current?.id && <Icon name="check" size={14} />}
              </button>
            </li>
          ))}
        </ul>
        <div className={classes.choicesFooter}>
          <AppLink
            href={scopedHref('/settings/connectors')}
            className={classes.choiceButton}
            onClick={() => setOpen(false)}
          >
            <Icon name="plug" />
            {t('connectors.manage')}
          </AppLink>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function connectorIcon({ implementation }: Connector) {
  return implementation === 'sql' ? 'database' : 'folder';
}
