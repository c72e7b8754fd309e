import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useSwitchTo } from '../use-switch-to.ts';
import { ChoicesPopover } from './choices-popover.tsx';
import { connectorIcon } from './connector-icon.ts';
import classes from './header.module.css';

export default function ConnectorChoices({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('shell');
  const { project, connector: current } = useCurrentProject();
  const scopedHref = useScopedHref();
  const switchTo = useSwitchTo();
  if (!project) return null;
  return (
    <ChoicesPopover trigger={trigger} title={t('connectors.title')}>
      {(close) => ({
        choices: project.connectors.map((connector) => (
          <li key={connector.id} className={classes.choice}>
            <button
              type="button"
              className={classes.choiceButton}
              aria-current={connector.id === current?.id}
              onClick={() => {
                close();
                switchTo(project, connector);
              }}
            >
              <Icon name={connectorIcon(connector)} />
              <span className={classes.choiceText}>{connector.name}</span>
              {connector.id === current?.id && <Icon name="check" size={14} />}
            </button>
          </li>
        )),
        footer: (
          <AppLink
            href={scopedHref('/settings/connectors')}
            className={classes.choiceButton}
            onClick={close}
          >
            <Icon name="plug" />
            {t('connectors.manage')}
          </AppLink>
        ),
      })}
    </ChoicesPopover>
  );
}
