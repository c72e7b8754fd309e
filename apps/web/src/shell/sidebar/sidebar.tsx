import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { listSectionPages } from '../page-names.ts';
import { DashboardsSection } from './dashboards-section.tsx';
import { PinsSection } from './pins-section.tsx';
import { ResourcesSection } from './resources-section.tsx';
import { moveSection, orderSections, type SectionName } from './sections.ts';
import { SidebarPage } from './sidebar-page.tsx';
import { SidebarSection } from './sidebar-section.tsx';
import classes from './sidebar.module.css';

export function Sidebar() {
  const { t } = useTranslation('shell');
  const { sidebarSectionOrders, sidebarCollapsedStates } = useSettings();
  const [dragged, setDragged] = useState<SectionName>();
  const [isScrolled, setScrolled] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const order = orderSections(sidebarSectionOrders);

  function move(section: SectionName, place: number) {
    const next = moveSection(order, section, Math.min(place, order.length - 1));
    if (next.join() === order.join()) return;
    changeSetting({ sidebarSectionOrders: next });
    const position = next.indexOf(section) + 1;
    setAnnouncement(
      t('sidebar.moved', { section: t(`sections.${section}`), position, count: next.length }),
    );
  }

  function toggle(section: SectionName) {
    const isCollapsed = sidebarCollapsedStates.includes(section);
    changeSetting({
      sidebarCollapsedStates: isCollapsed
        ? sidebarCollapsedStates.filter((name) => name !== section)
        : [...sidebarCollapsedStates, section],
    });
  }

  function drop(event: DragEvent, target: SectionName) {
    event.preventDefault();
    if (dragged) move(dragged, order.indexOf(target));
    setDragged(undefined);
  }

  return (
    <nav
      className={classes.sidebar}
      aria-label={t('sidebar.label')}
      data-scrolled={isScrolled || undefined}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
    >
      {order.map((section, place) => (
        <SidebarSection
          key={section}
          name={section}
          isCollapsed={sidebarCollapsedStates.includes(section)}
          isDragged={dragged === section}
          isDropTarget={dragged !== undefined && dragged !== section}
          onToggle={() => toggle(section)}
          onMove={(step) => move(section, place + step)}
          onDragStart={() => setDragged(section)}
          onDragEnd={() => setDragged(undefined)}
          onDrop={(event) => drop(event, section)}
        >
          <SectionContent section={section} />
        </SidebarSection>
      ))}
      <output className={classes.announcement} aria-live="polite">
        {announcement}
      </output>
    </nav>
  );
}

function SectionContent({ section }: { section: SectionName }) {
  if (section === 'pins') return <PinsSection />;
  if (section === 'resources') return <ResourcesSection />;
  if (section === 'dashboards') return <DashboardsSection />;
  return (
    <ul className={classes.list}>
      {listSectionPages(section).map((page) => (
        <SidebarPage key={page.path} page={page} />
      ))}
    </ul>
  );
}
