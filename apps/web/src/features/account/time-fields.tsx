import { dateStyles, type UserFormats } from '@causeway/contract/settings/formats.ts';
import { NativeSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localZone } from '#platform/i18n/local-zone.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeUser } from '#platform/settings/user-changes.ts';
import { writeTime } from '#domain/data-grid/readable-time.ts';
import { regionOf } from '#platform/i18n/use-formats.ts';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const EXAMPLE = '2026-03-05 20:30:15.25+00';

/** By which clock somebody reads, and how dates are written for them. */
export function TimeFields() {
  const { t, i18n } = useTranslation('account');
  const { formats } = useCurrentUser();
  const change = (formats: Partial<UserFormats>) => {
    changeUser({ formats }).catch(notifyError);
  };
  const browser = t('personal.browserZone', { zone: localZone() });
  const known = formats.timeZone === null || zones.includes(formats.timeZone);
  const example = (dates: UserFormats['dates']) =>
    writeTime(EXAMPLE, 'timestamptz', { ...formats, dates, region: regionOf(i18n.language) });
  const nameOf = (style: string) => t(`dates.${style}`);
  return (
    <>
      <Select
        label={t('personal.timeZone')}
        searchable
        allowDeselect={false}
        value={formats.timeZone ?? ''}
        data={[{ value: '', label: browser }, ...(known ? [] : [formats.timeZone ?? '']), ...zones]}
        limit={80}
        nothingFoundMessage={t('personal.noZone')}
        onChange={(zone) => zone !== null && change({ timeZone: zone === '' ? null : zone })}
      />
      <NativeSelect
        label={t('personal.dates')}
        description={t('personal.datesLine')}
        value={formats.dates}
        data={dateStyles.map((value) => ({
          value,
          label: `${nameOf(value)} (${example(value)})`,
        }))}
        onChange={({ currentTarget: { value } }) =>
          change({ dates: dateStyles.find((known) => known === value) ?? 'exact' })
        }
      />
    </>
  );
}
