import {
  alertRhythms,
  alertRoutes,
  alertSigns,
  type AlertCondition,
  type DashboardAlert,
  emptyChoices,
  firstNews,
  isCrossed,
  MOST_TIMES,
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
import { DecimalInput } from '#ui/decimal-input.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type AlertFormProps = {
  place: Place;
  tile: { id: string; title: string; isTable: boolean };
  /** What the tile says now: where a limit begins, and what may be crossed already. */
  now: { threshold?: number | undefined; change?: number | undefined };
  columns: string[];
  /** Of a new one; one that is changed keeps its own. */
  asked: AskedFilters;
  changed?: DashboardAlert;
  onClose: () => void;
};

const kinds = ['threshold', 'change', 'row'] as const;

/** When somebody wants to be told about what a tile shows. */
export default function AlertForm(props: AlertFormProps) {
  const { place, tile, now, columns, asked, changed, onClose } = props;
  const { t } = useTranslation('dashboards');
  const { duration, number } = useFormats();
  const before = changed?.condition;
  const usual = tile.isTable ? 'row' : 'threshold';
  const ofNumber = before?.kind === 'row' ? undefined : before;
  const [name, setName] = useState(changed?.name ?? tile.title);
  const [kind, setKind] = useState<(typeof kinds)[number]>(before?.kind ?? usual);
  const [sign, setSign] = useState<(typeof alertSigns)[number]>(ofNumber?.sign ?? 'above');
  const [limit, setLimit] = useState<number | null>(ofNumber?.limit ?? now.threshold ?? 0);
  const [margin, setMargin] = useState(ofNumber?.margin ?? 0);
  const [keys, setKeys] = useState<string[]>(
    before?.kind === 'row' ? before.keys : columns.slice(0, 1),
  );
  const [every, setEvery] = useState<(typeof alertRhythms)[number]>(changed?.every ?? 15);
  const [times, setTimes] = useState(changed?.times ?? 1);
  const [whenEmpty, setWhenEmpty] = useState<(typeof emptyChoices)[number]>(
    changed?.whenEmpty ?? 'keep',
  );
  const [first, setFirst] = useState<(typeof firstNews)[number]>('now');
  const condition: AlertCondition =
    kind === 'row' ? { kind, keys } : { kind, sign, limit: limit ?? 0, margin };
  const current = kind === 'row' ? undefined : now[kind];
  const isCrossedNow = !changed && current !== undefined && isCrossed(condition, current);
  const save = useMutation({
    mutationFn: () => {
      const content = { tileId: tile.id, name, condition, every, times, whenEmpty };
      if (!changed) {
        const body = { ...content, asked, firstNews: isCrossedNow ? first : ('now' as const) };
        return api.call(alertRoutes.create, { params: place, body });
      }
      const params = { ...place, alertId: changed.id };
      return api.call(alertRoutes.update, { params, body: { ...content, asked: changed.asked } });
    },
    onSuccess: async () => {
      await refreshOutside('alerts', place);
      onClose();
    },
  });
  const isReady = name.trim() !== '' && (kind === 'row' ? keys.length > 0 : limit !== null);
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={t('out.alertOf', { name: tile.title })}
      size={520}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        {!changed && <p className={classes.line}>{t('out.alertLine')}</p>}
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
            <DecimalInput
              label={t(kind === 'change' ? 'out.percent' : 'out.limit')}
              value={limit}
              onChange={setLimit}
            />
            <DecimalInput
              label={t('out.margin')}
              min={0}
              value={margin}
              onChange={(value) => setMargin(Math.max(0, value ?? 0))}
            />
          </Group>
        )}
        {kind === 'threshold' && now.threshold !== undefined && (
          <p className={classes.line}>{t('out.isNow', { value: number(now.threshold) })}</p>
        )}
        {isCrossedNow && (
          <NativeSelect
            label={t('out.firstNews')}
            value={first}
            data={firstNews.map((one) => ({ value: one, label: t(`out.first.${one}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setFirst(firstNews.find((one) => one === value) ?? first)
            }
          />
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
        <Group grow align="end">
          <NumberInput
            label={t('out.times')}
            min={1}
            max={MOST_TIMES}
            allowDecimal={false}
            value={times}
            onChange={(value) => setTimes(Math.min(MOST_TIMES, Math.max(1, Number(value) || 1)))}
          />
          {kind !== 'row' && (
            <NativeSelect
              label={t('out.whenEmpty')}
              value={whenEmpty}
              data={emptyChoices.map((one) => ({ value: one, label: t(`out.empty.${one}`) }))}
              onChange={({ currentTarget: { value } }) =>
                setWhenEmpty(emptyChoices.find((one) => one === value) ?? whenEmpty)
              }
            />
          )}
        </Group>
        {changed && <p className={classes.line}>{t('out.beginsAnew')}</p>}
        {save.error && <p role="alert">{errorText(save.error)}</p>}
        <Group justify="flex-end">
          <Button loading={save.isPending} disabled={!isReady} onClick={() => save.mutate()}>
            {t(changed ? 'save' : 'out.watch')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
