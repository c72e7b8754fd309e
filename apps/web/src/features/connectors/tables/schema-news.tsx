import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import type { ConnectorSettings } from '@causeway/contract/connectors/settings.ts';
import type { SchemaNews as News } from '@causeway/contract/connectors/schema-news.ts';
import { showTable } from '@causeway/contract/tables/hidden-tables.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './schema-news.module.css';

type SchemaNewsProps = {
  connector: Connector;
  news: News;
  mayManage: boolean;
  onForget: (settings: Partial<ConnectorSettings>) => void;
};

/** What changed in the database behind our back: renamed, which settings follow, and gone. */
export function SchemaNews({ connector, news, mayManage, onForget }: SchemaNewsProps) {
  const { t } = useTranslation('connectors');
  const { settings } = connector;
  const missing = news.missing.filter(({ name, dependents }) =>
    dependents.some(({ kind }) => kind === 'view' || kind === 'pin' || isNamed(settings, name)),
  );
  if (news.renamed.length === 0 && missing.length === 0) return null;
  return (
    <section className={classes.news} aria-label={t('news.label')}>
      {news.renamed.length > 0 && (
        <ul className={classes.list}>
          {news.renamed.map(({ before, after }) => (
            <li key={before} className={classes.renamed}>
              <Icon name="edit" size={14} />
              {t('news.renamed', { before, after })}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <>
          <h2 className={classes.title}>{t('news.missing', { count: missing.length })}</h2>
          <ul className={classes.list}>
            {missing.map(({ name, dependents }) => (
              <li key={name} className={classes.gone}>
                <div className={classes.words}>
                  <span className={classes.name}>{name}</span>
                  <ul className={classes.dependents}>
                    {dependents.map((dependent) => (
                      <li key={`${dependent.kind} ${dependent.name}`}>
                        {dependent.url ? (
                          <AppLink href={dependent.url}>
                            {t(`news.dependent.${dependent.kind}`, { name: dependent.name })}
                          </AppLink>
                        ) : (
                          t(`news.dependent.${dependent.kind}`, { name: dependent.name })
                        )}
                      </li>
                    ))}
                  </ul>
                </div>
                {mayManage && isNamed(settings, name) && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('news.forgetOf', { name })}
                    onClick={() => onForget(forget(settings, name))}
                  >
                    {t('news.forget')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Whether the settings themselves still speak of it. */
function isNamed(
  { hidden, withheld, aliases, labelColumns }: ConnectorSettings,
  name: string,
): boolean {
  const labelled = Object.entries(labelColumns).map(([table, column]) => `${table}.${column}`);
  return (
    showTable(hidden, name).length < hidden.length ||
    showTable(withheld, name).length < withheld.length ||
    Object.hasOwn(aliases, name) ||
    labelled.includes(name)
  );
}

function forget(
  { hidden, withheld, aliases, labelColumns }: ConnectorSettings,
  name: string,
): Partial<ConnectorSettings> {
  const { [name]: _, ...others } = aliases;
  const kept = Object.entries(labelColumns).filter(
    ([table, column]) => `${table}.${column}` !== name,
  );
  return {
    hidden: showTable(hidden, name),
    withheld: showTable(withheld, name),
    aliases: others,
    labelColumns: Object.fromEntries(kept),
  };
}
