import type { NodeKind, TriggerKind } from '@causeway/contract/automations/definition.ts';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { kindIcons, nodeGroups, triggerKinds } from '#domain/workflows/kinds.ts';
import classes from './add-step.module.css';

type AddStepProps = {
  /** Behind nothing: triggers can be added too. */
  isLoose: boolean;
  onStep: (kind: NodeKind) => void;
  onTrigger: (kind: TriggerKind) => void;
  onClose: () => void;
};

/** Every kind of step, found by a word of it; Enter takes the first. */
export function AddStep({ isLoose, onStep, onTrigger, onClose }: AddStepProps) {
  const { t } = useTranslation('editor');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const fits = (kind: string, words: string) => `${kind} ${words}`.toLowerCase().includes(wanted);
  const groups = [
    ...(isLoose
      ? [
          {
            name: t('add.triggers'),
            items: triggerKinds.map((kind) => ({
              key: `trigger ${kind}`,
              icon: kindIcons[kind],
              title: t(`automations:triggerKind.${kind}`),
              line: t(`add.trigger.${kind}`),
              take: () => onTrigger(kind),
            })),
          },
        ]
      : []),
    ...Object.entries(nodeGroups).map(([group, kinds]) => ({
      name: t(`add.group.${group}`),
      items: kinds.map((kind) => ({
        key: kind,
        icon: kindIcons[kind],
        title: t(`automations:nodeKind.${kind}`),
        line: t(`add.line.${kind}`),
        take: () => onStep(kind),
      })),
    })),
  ]
    .map(({ name, items }) => ({
      name,
      items: items.filter(({ key, title, line }) => fits(key, `${title} ${line}`)),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('add.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <TextInput
        data-autofocus
        type="search"
        leftSection={<Icon name="search" size={15} />}
        aria-label={t('add.search')}
        placeholder={t('add.search')}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') groups[0]?.items[0]?.take();
        }}
      />
      {groups.length === 0 && <p className={classes.none}>{t('add.none')}</p>}
      {groups.map(({ name, items }) => (
        <section key={name} className={classes.group}>
          <h3 className={classes.heading}>{name}</h3>
          <ul className={classes.kinds}>
            {items.map(({ key, icon, title, line, take }) => (
              <li key={key}>
                <button type="button" className={classes.kind} onClick={take}>
                  <Icon name={icon} size={18} />
                  <span>
                    <b>{title}</b>
                    <span className={classes.line}>{line}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Modal>
  );
}
