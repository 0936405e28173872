#include "lossless-ethernet-scheduler.h"
namespace ns3 {
TypeId SwitchScheduler::GetTypeId(){static TypeId tid=TypeId("ns3::SwitchScheduler").SetParent<Object>();return tid;}
void SwitchScheduler::Lay(uint32_t p){m_match.assign(p,NONE);DoLay();}
const std::vector<uint32_t>& SwitchScheduler::Match(const std::vector<std::vector<uint64_t>>& r){std::fill(m_match.begin(),m_match.end(),NONE);DoMatch(r);return m_match;}
uint32_t SwitchScheduler::GetPorts()const{return m_match.size();}
std::vector<uint32_t>& SwitchScheduler::GetMatch(){return m_match;}
void SwitchScheduler::DoLay(){}
void SwitchScheduler::DoMatch(const std::vector<std::vector<uint64_t>>&){}
}
