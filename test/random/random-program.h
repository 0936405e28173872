/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace burstlab
{

/** What a program found: something that no program may do. */
class Finding : public std::logic_error
{
  public:
    using std::logic_error::logic_error;
};

/** Random numbers, the same on every machine. */
class Dice
{
  public:
    /** @param seed of a program */
    explicit Dice(uint64_t seed);
    uint64_t Below(uint64_t limit);           //!< @param limit above 0 @return 0 to limit - 1
    bool Chance(double probability);          //!< @param probability of true @return it
    double Spread(double least, double most); //!< @return log-uniform in [least, most]
    ns3::Time When(ns3::Time least, ns3::Time most); //!< @return log-uniform in [least, most]

    /** @tparam T kind of thing @param things at least one @return one of them */
    template <typename T>
    const T& Pick(const std::vector<T>& things)
    {
        return things[Below(things.size())];
    }

  private:
    std::mt19937_64 m_engine; //!< its numbers are defined by the standard
};

/** All that a program could see, as a hash: sinks that hear something at the same time may hear it
 * in another order when there are more of them. */
class Journal
{
  public:
    /** @param loud whether lines are printed too */
    explicit Journal(bool loud);
    void Write(const std::string& line);               //!< @param line with the present time
    void Write(const std::string& what, double value); //!< @param what seen @param value of it
    uint64_t GetHash() const;                          //!< @return of all lines so far
    uint64_t GetLines() const;                         //!< @return number of lines

  private:
    bool m_loud;         //!< print
    uint64_t m_hash{0};  //!< sum over lines
    uint64_t m_lines{0}; //!< number
};

class World;

/**
 * A random series of calls of the public API. One life makes one or two worlds, acts on them before
 * and during the simulation, which runs in several pieces, and destroys it. A program has one life
 * or several.
 */
class Program
{
  public:
    /** @param seed that decides everything @param loud print the journal @param sinks connect one
     * to every trace source, which must not change anything */
    Program(uint64_t seed, bool loud, bool sinks);
    ~Program();

    /** @throw Finding what no program may do; any exception that the API should not throw */
    void Run();

    Dice& GetDice();                               //!< @return of the program
    Journal& GetJournal();                         //!< @return of the program
    const std::set<std::string>& GetCalls() const; //!< @return calls made so far
    ns3::Time GetHorizon() const;                  //!< @return simulated time of this life

    /** @param call of the public API that is made now: Class::Function */
    void Call(const std::string& call);
    /** A call of the public API that tells something. @param call see Call @param value told */
    void Ask(const std::string& call, double value);
    /** Connect to some random trace sources of an object, for a while. @param object that has some
     */
    void Listen(ns3::Ptr<ns3::Object> object);
    void Listen(const World& world); //!< The same. @param world with the object
    /** Set a random attribute of an object to a random value, if it takes it. @param object that
     * has some */
    void Change(ns3::Ptr<ns3::Object> object);
    void Change(const World& world); //!< The same, one to four times. @param world with objects
    /** A step that may be refused. @param name of it @param step may throw std::invalid_argument */
    void Try(const std::string& name, const std::function<void()>& step);

  private:
    void Live(); //!< One life.
    void ListenOnce(
        ns3::Ptr<ns3::Object> object); //!< To one source, see Listen. @param object of it
    /** @param world with objects @return one of a random type among them; null: there is none */
    ns3::Ptr<ns3::Object> PickObject(const World& world);
    /** To every trace source of contrib/. @param objects that have some, beside those of worlds */
    void ConnectSinks(std::vector<ns3::Ptr<ns3::Object>> objects);
    void Act(World& world); //!< One action of a world, now.
    /** @return all statistics of the objects of all worlds, by name */
    std::map<std::string, double> Count() const;
    /** @param told statistics of earlier @param when they were asked: words */
    void CheckSame(const std::map<std::string, double>& told, const std::string& when) const;

    Dice m_dice;                                  //!< decides
    Journal m_journal;                            //!< of all lives
    std::set<std::string> m_calls;                //!< made so far
    bool m_sinks;                                 //!< see the constructor
    std::set<ns3::Object*> m_heard;               //!< objects with sinks, of the present life
    ns3::Time m_horizon;                          //!< of the present life
    std::vector<std::unique_ptr<World>> m_worlds; //!< of the present life
};

/** A network and what can be done with it. */
class World
{
  public:
    /** Something that can be done. */
    struct Action
    {
        double weight;             //!< how often, relative to others
        std::string name;          //!< for the journal
        std::function<void()> act; //!< may throw std::invalid_argument: refused
    };

    virtual ~World() = default;
    /** Make the network. @param program it is part of @param number of the world in its life */
    virtual void Make(Program& program, uint32_t number) = 0;
    virtual std::vector<Action> GetActions() = 0; //!< @return what can be done, the same each time
    /** @return objects that tell something, by a name */
    virtual std::vector<std::pair<std::string, ns3::Ptr<ns3::Object>>> GetObjects() const = 0;
    /** @throw Finding something came from nowhere or was lost without a word */
    virtual void Check() const = 0;
};

/** Worlds of one kind. */
struct Kind
{
    std::string name;                             //!< of the module
    std::function<std::unique_ptr<World>()> make; //!< makes one
    int64_t scale;                                //!< its times, as a multiple of those of others
};

const std::vector<Kind>& GetWorlds(); //!< @return all kinds

/** @param objects of a world @return the same with names, their numbers */
std::vector<std::pair<std::string, ns3::Ptr<ns3::Object>>> NumberObjects(
    const std::vector<ns3::Ptr<ns3::Object>>& objects);

} // namespace burstlab

#endif // RANDOM_PROGRAM_H
