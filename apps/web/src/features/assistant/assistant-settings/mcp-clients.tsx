import type { Project } from '@causeway/contract/projects.ts';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { CodeBox } from '#ui/code-box.tsx';
import { Icon } from '#ui/icon.tsx';
import { mcpClients, mcpTools, writeMcpSetting, type McpClient } from './mcp-settings.ts';
import classes from './settings.module.css';

/** How programs with a model of their own reach this project: an address, a key, and what to write where. */
export function McpClients({ project }: { project: Project }) {
  const { t } = useTranslation('assistant-settings');
  const hrefOf = useScopedHref();
  const [client, setClient] = useState<McpClient>('claude-code');
  const url = `${globalThis.location.origin}/api/mcp/v1`;
  const { file, text } = writeMcpSetting(client, url);
  return (
    <div className={classes.form}>
      <ol className={classes.steps}>
        <li>
          {t('mcp.step.key')}{' '}
          <Button
            component={AppLink}
            href={`${hrefOf('/settings/api-keys')}&add=key`}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="key" size={14} />}
          >
            {t('mcp.newKey')}
          </Button>
        </li>
        <li>
          {t('mcp.step.env')}
          <CodeBox label={t('mcp.step.env')} text="export CAUSEWAY_KEY=cwk_…" />
        </li>
        <li>
          {t('mcp.step.client')}
          <Select
            aria-label={t('mcp.client')}
            className={classes.client}
            allowDeselect={false}
            data={mcpClients.map(({ value, name }) => ({ value, label: name ?? t('mcp.other') }))}
            value={client}
            onChange={(value) => value && setClient(value)}
          />
          {file !== undefined && <p className={classes.file}>{file}</p>}
          <CodeBox label={t('mcp.setting')} text={text} />
        </li>
      </ol>
      <details className={classes.tools}>
        <summary>{t('mcp.tools', { project: project.name })}</summary>
        <dl>
          {Object.entries(mcpTools).map(([scope, names]) => (
            <div key={scope}>
              <dt>
                <code>{scope}</code>
              </dt>
              <dd>{names.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
