import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';
import { useSwitchTo } from '../use-switch-to.ts';
import { connectorIcon } from './connector-icon.ts';
import classes from './header.module.css';

export default function ConnectorChoices({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('shell');
  const { ref, isOpen, setOpen } = useFirstOpening();
  const { project, connector: current } = useCurrentProject();
  const scopedHref = useScopedHref();
  const switchTo = useSwitchTo();
  if (!project) return null;
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
        {cloneElement(trigger, { ref, onClick: () => setOpen(!isOpen) })}
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
