import type { Project } from '@causeway/contract/projects.ts';
import { type ScopeArea, scopeAreas } from '@causeway/contract/scopes.ts';
import { Button, MultiSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  emptyScopes,
  everyScope,
  isOfConnector,
  type Level,
  mayWrite,
  type ScopeDraft,
} from './scope-draft.ts';
import classes from './scope-fields.module.css';

type ScopeFieldsProps = {
  project: Project;
  value: ScopeDraft;
  onChange: (value: ScopeDraft) => void;
};

/** What a key may do: one line an area, and of which connectors. */
export function ScopeFields({ project, value, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation('api-keys');
  const setLevels = (levels: ScopeDraft['levels']) => onChange({ ...value, levels });
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{t('scopes.title')}</legend>
      <div className={classes.presets}>
        <Preset
          label={t('scopes.readAll')}
          onClick={() => setLevels(everyScope('read', project.role))}
        />
        <Preset
          label={t('scopes.all')}
          onClick={() => setLevels(everyScope('write', project.role))}
        />
        <Preset label={t('scopes.clear')} onClick={() => setLevels(emptyScopes.levels)} />
      </div>
      <div className={classes.areas}>
        {scopeAreas.map((area) => (
          <AreaField
            key={area}
            area={area}
            level={value.levels[area]}
            onChange={(level) => setLevels({ ...value.levels, [area]: level })}
          />
        ))}
      </div>
      <MultiSelect
        label={t('scopes.connectors')}
        description={t('scopes.connectorsLine')}
        placeholder={value.connectorIds.length === 0 ? t('scopes.everyConnector') : undefined}
        data={project.connectors.map(({ id, name }) => ({ value: id, label: name }))}
        value={value.connectorIds}
        disabled={!scopeAreas.some((area) => isOfConnector(area) && value.levels[area] !== 'none')}
        onChange={(connectorIds) => onChange({ ...value, connectorIds })}
        clearable
      />
    </fieldset>
  );
}

function Preset({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {label}
    </Button>
  );
}

const levels: Level[] = ['none', 'read', 'write'];

type AreaFieldProps = { area: ScopeArea; level: Level; onChange: (level: Level) => void };

function AreaField({ area, level, onChange }: AreaFieldProps) {
  const { t } = useTranslation('api-keys');
  return (
    <div className={classes.area}>
      <div className={classes.words}>
        <span className={classes.name}>{t(`areas.${area}.name`)}</span>
        <span className={classes.line}>{t(`areas.${area}.line`)}</span>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('scopes.levelOf', { area: t(`areas.${area}.name`) })}
        value={level}
        data={levels.map((value) => ({
          value,
          label: t(`levels.${value}`),
          disabled: value === 'write' && !mayWrite(area),
        }))}
        onChange={onChange}
      />
    </div>
  );
}
