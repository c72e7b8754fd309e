import {
  alertRhythms,
  alertRoutes,
  alertSigns,
  type AlertCondition,
} from '@causeway/contract/dashboards/alerts.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import {
  Button,
  Group,
  Modal,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type AlertFormProps = {
  place: Place;
  tile: { id: string; title: string; isTable: boolean };
  /** What the tile says now: where a limit begins. */
  now: number | undefined;
  columns: string[];
  asked: AskedFilters;
  onClose: () => void;
};

const kinds = ['threshold', 'change', 'row'] as const;

/** When somebody wants to be told about what a tile shows. */
export default function AlertForm(props: AlertFormProps) {
  const { place, tile, now, columns, asked, onClose } = props;
  const { t } = useTranslation('dashboards');
  const { duration, number } = useFormats();
  const [name, setName] = useState(tile.title);
  const [kind, setKind] = useState<(typeof kinds)[number]>(tile.isTable ? 'row' : 'threshold');
  const [sign, setSign] = useState<(typeof alertSigns)[number]>('above');
  const [limit, setLimit] = useState(now ?? 0);
  const [margin, setMargin] = useState(0);
  const [keys, setKeys] = useState<string[]>(columns.slice(0, 1));
  const [every, setEvery] = useState<(typeof alertRhythms)[number]>(15);
  const condition: AlertCondition = kind === 'row' ? { kind, keys } : { kind, sign, limit, margin };
  const save = useMutation({
    mutationFn: () =>
      api.call(alertRoutes.create, {
        params: place,
        body: { tileId: tile.id, name, condition, every, asked },
      }),
    onSuccess: async () => {
      await refreshOutside('alerts', place);
      onClose();
    },
  });
  const isReady = name.trim() !== '' && (kind !== 'row' || keys.length > 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('out.alertOf', { name: tile.title })}
      size={520}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p className={classes.line}>{t('out.alertLine')}</p>
        <TextInput
          label={t('out.alertName')}
          value={name}
          maxLength={160}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label={t('out.when')}
          value={kind}
          data={kinds.map((one) => ({ value: one, label: t(`out.kind.${one}`) }))}
          onChange={({ currentTarget: { value } }) =>
            setKind(kinds.find((one) => one === value) ?? kind)
          }
        />
        {kind === 'row' ? (
          <MultiSelect label={t('out.keys')} data={columns} value={keys} onChange={setKeys} />
        ) : (
          <Group grow align="end">
            <NativeSelect
              label={t('out.sign')}
              value={sign}
              data={alertSigns.map((one) => ({ value: one, label: t(`out.signs.${one}`) }))}
              onChange={({ currentTarget: { value } }) =>
                setSign(alertSigns.find((one) => one === value) ?? sign)
              }
            />
            <NumberInput
              label={t(kind === 'change' ? 'out.percent' : 'out.limit')}
              value={limit}
              onChange={(value) => setLimit(Number(value))}
            />
            <NumberInput
              label={t('out.margin')}
              min={0}
              value={margin}
              onChange={(value) => setMargin(Math.max(0, Number(value)))}
            />
          </Group>
        )}
        {kind === 'threshold' && now !== undefined && (
          <p className={classes.line}>{t('out.isNow', { value: number(now) })}</p>
        )}
        <NativeSelect
          label={t('out.every')}
          value={String(every)}
          data={alertRhythms.map((minutes) => ({
            value: String(minutes),
            label: duration(minutes * 60),
          }))}
          onChange={({ currentTarget: { value } }) =>
            setEvery(alertRhythms.find((one) => String(one) === value) ?? every)
          }
        />
        {save.error && <p role="alert">{errorText(save.error)}</p>}
        <Group justify="flex-end">
          <Button loading={save.isPending} disabled={!isReady} onClick={() => save.mutate()}>
            {t('out.watch')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
