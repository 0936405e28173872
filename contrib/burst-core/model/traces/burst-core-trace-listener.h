/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TRACE_LISTENER_H
#define BURST_CORE_TRACE_LISTENER_H

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Receives the firings of trace sources, each of one value; TraceSource::Connect() adds a source.
 * The source holds the listener as long as it likes; what comes before it is switched on and after
 * Stop() is ignored.
 */
class TraceListener
{
  public:
    virtual ~TraceListener() = default;

    /** Hears a firing. @param value of it */
    void Fire(double value)
    {
        if (m_active)
        {
            DoFire(value);
        }
    }

    /**
     * Hears the change of a traced value.
     * @param oldValue before
     * @param newValue after
     */
    void Change(double oldValue, double newValue)
    {
        if (m_active)
        {
            DoChange(oldValue, newValue);
        }
    }

    /// Hears nothing from now on.
    void Stop()
    {
        m_active = false;
    }

  protected:
    /** @param active whether it receives from now on */
    explicit TraceListener(bool active)
        : m_active(active)
    {
    }

    /// Hears from now on.
    void Activate()
    {
        m_active = true;
    }

    /** @return whether it receives */
    bool IsActive() const
    {
        return m_active;
    }

  private:
    /** What Fire() does. @param value of the firing */
    virtual void DoFire(double value) = 0;

    /**
     * What Change() does, by default to fire the new value.
     * @param oldValue before
     * @param newValue after
     */
    virtual void DoChange(double oldValue, double newValue)
    {
        DoFire(newValue);
    }

    bool m_active; //!< whether it receives
};

} // namespace ns3::burst

#endif // BURST_CORE_TRACE_LISTENER_H
