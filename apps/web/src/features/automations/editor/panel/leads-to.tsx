import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { portName } from '#domain/workflows/port-name.ts';
import { connect, disconnect, keyOf, type Part, portsOfPart } from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';
import { usePartName } from '../part-words.ts';
import classes from './panel.module.css';

/** The lines out of a step as a list: what a mouse draws, a keyboard does here. */
export function LeadsTo({ part }: { part: Part }) {
  const { t } = useTranslation('editor');
  const { draft, isReadOnly, askForStep } = useEditor();
  const { definition } = draft;
  const partName = usePartName();
  const ports = portsOfPart(definition, part);
  if (ports.length === 0) return null;
  return (
    <details className={classes.more}>
      <summary>{t('panel.leadsTo')}</summary>
      <div className={classes.fields}>
        {ports.map((port) => {
          const edges = definition.edges.filter(
            (edge) => edge.from === part.id && edge.port === port,
          );
          const offered = definition.nodes.filter(
            ({ id, kind }) =>
              id !== part.id && kind !== 'note' && !edges.some(({ to }) => to === id),
          );
          return (
            <div key={port}>
              <div className={classes.port}>{portName(t, port)}</div>
              <ul className={classes.edges}>
                {edges.map((edge) => (
                  <li key={keyOf(edge)}>
                    <Icon name="arrowRight" size={14} /> {edge.to}
                    {!isReadOnly && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={22}
                        aria-label={t('panel.disconnect', { name: edge.to })}
                        onClick={() => draft.change(disconnect(definition, edge))}
                      >
                        <Icon name="close" size={13} />
                      </ActionIcon>
                    )}
                  </li>
                ))}
              </ul>
              {!isReadOnly && (
                <div className={classes.connect}>
                  {offered.length > 0 && (
                    <NativeSelect
                      aria-label={t('panel.connect', { port: portName(t, port) })}
                      value=""
                      data={[
                        { value: '', label: t('panel.connectTo') },
                        ...offered.map((node) => ({
                          value: node.id,
                          label: `${partName(node)} (${node.id})`,
                        })),
                      ]}
                      onChange={({ currentTarget: { value } }) =>
                        value &&
                        draft.change(connect(definition, { from: part.id, port, to: value }))
                      }
                    />
                  )}
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => askForStep({ from: part.id, port })}
                  >
                    {t('add.title')}
                  </Button>
                </div>
              )}
            </div>
          );
        })}
      </div>
    </details>
  );
}
